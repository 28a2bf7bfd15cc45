package org.sennit.internal.endpoints.watch;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.sennit.internal.runtime.progress.LongWait;
import org.sennit.spi.progress.Awaited;

/**
 * The description of a wait: the waiting endpoint, the awaited ones, its length, and the source line. Immutable; sent
 * between processes.
 *
 * @param endpoint the number of the endpoint that waits
 * @param operation what is waited for, in {@code name=value} pairs
 * @param waitedMs how long, in milliseconds
 * @param line where in the program; empty when that is not known
 * @param awaited the numbers of the endpoints that can end it, of many the first ones
 * @param awaitedCount the number of endpoints that can end it
 * @param isForAll whether it takes all of them
 */
record WaitReport(
        long endpoint,
        String operation,
        long waitedMs,
        String line,
        long[] awaited,
        int awaitedCount,
        boolean isForAll) {
    private static final int MOST_AWAITED = 16;
    private static final int MOST_LETTERS = 1000;
    private static final long NANOS_PER_MS = 1_000_000;

    /** Describes a wait; takes the stack of its thread. */
    static WaitReport of(long endpoint, LongWait wait, long nowNs) {
        Awaited known = wait.awaited();
        long[] all = known == null ? new long[0] : known.endpoints();
        long[] others = Arrays.stream(all)
                .filter(each -> all.length == 1 || each != endpoint)
                .toArray();
        return new WaitReport(
                endpoint,
                cut(wait.describe()),
                (nowNs - wait.sinceNs()) / NANOS_PER_MS,
                SourceLine.of(wait.thread()),
                Arrays.copyOf(others, Math.min(others.length, MOST_AWAITED)),
                others.length,
                known != null && known.need() == Awaited.Need.ALL);
    }

    private static String cut(String text) {
        return text.length() > MOST_LETTERS ? text.substring(0, MOST_LETTERS) : text;
    }

    void write(DataOutputStream out) throws IOException {
        out.writeLong(endpoint);
        out.writeUTF(operation);
        out.writeLong(waitedMs);
        out.writeUTF(line);
        out.writeInt(awaitedCount);
        out.writeBoolean(isForAll);
        out.writeInt(awaited.length);
        for (long each : awaited) {
            out.writeLong(each);
        }
    }

    static WaitReport read(DataInputStream in) throws IOException {
        long endpoint = in.readLong();
        String operation = in.readUTF();
        long waitedMs = in.readLong();
        String line = in.readUTF();
        int count = in.readInt();
        boolean isForAll = in.readBoolean();
        long[] awaited = new long[Math.clamp(in.readInt(), 0, MOST_AWAITED)];
        for (int i = 0; i < awaited.length; i++) {
            awaited[i] = in.readLong();
        }
        return new WaitReport(endpoint, operation, waitedMs, line, awaited, count, isForAll);
    }
}
