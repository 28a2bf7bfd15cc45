package org.sennit.examples.ownership.fft2d;

import java.util.Locale;
import org.sennit.examples.ownership.ways.WayTimes;

/**
 * The outcome of a run, the same on every rank, and its report. Immutable; any thread.
 *
 * @param n rows and columns
 * @param endpoints that shared them
 * @param processes that they lived in
 * @param pieceBytes the piece from the first rank to the last
 * @param times of a transform, in each way
 * @param accuracy of all ways
 */
public record FftResult(int n, int endpoints, int processes, long pieceBytes, WayTimes times, Accuracy accuracy) {
    /**
     * Returns the table of times and the verdict.
     *
     * @return lines
     */
    public String report() {
        return String.format(
                Locale.ROOT,
                "2-D FFT of %d x %d complex points, %d endpoints in %d JVMs, pieces of %d bytes%n%n%s%n%s: %s%n",
                n,
                n,
                endpoints,
                processes,
                pieceBytes,
                times.table("transform", "exchange + unpack"),
                accuracy.isVerified() ? "VERIFIED" : "NOT VERIFIED",
                accuracy);
    }
}
