package org.sennit.internal.launch;

import org.sennit.internal.launch.job.WatchedOutput;

/**
 * Reports at the end whether what was printed has arrived: {@link System#out} keeps its errors to itself, and a full
 * disk must not look like success. Threads: any.
 */
final class StandardOutput {
    private static final int FAILED_STATUS = 1;

    private StandardOutput() {}

    /**
     * Flushes, and reports lost output in one line; where the reader has closed the pipe, as {@code head} does, by the
     * status only.
     *
     * @param status the exit status so far
     * @return the same; where it was 0 and output was lost, 141 if the reader has closed the pipe, else 1
     */
    static int statusAfter(int status) {
        if (!System.out.checkError()) {
            return status;
        }
        String why = WatchedOutput.failure();
        if (WatchedOutput.isReaderGone(why)) {
            return status == 0 ? WatchedOutput.NO_READER_STATUS : status;
        }
        System.err.println("sennit: standard output cannot be written: " + (why == null ? "some of it was lost" : why));
        return status == 0 ? FAILED_STATUS : status;
    }
}
