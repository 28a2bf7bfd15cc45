package org.sennit.bench.bars;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.sennit.Communicator;
import org.sennit.message.Request;
import org.sennit.message.Status;

/** Bytes that start and wait of a persistent pair allocate in steady state. Called by two endpoints at once. */
final class StartAllocation {
    private static final int TAG = 8;
    private static final int WINDOWS = 10;
    private static final int[] SIZES_BYTES = {Long.BYTES, 73_728};
    private static final int[] WARM_UPS = {50_000, 20_000};
    private static final int[] STARTS = {20_000, 2_000};

    private StartAllocation() {}

    /** Returns the most of the sizes, in bytes a start of the pair. */
    static double mostBytesPerStart(Communicator world) {
        double most = 0;
        for (int i = 0; i < SIZES_BYTES.length; i++) {
            most = Math.max(most, bytesPerStart(world, SIZES_BYTES[i], WARM_UPS[i], STARTS[i]));
        }
        return most;
    }

    private static double bytesPerStart(Communicator world, int bytes, int warmUp, int starts) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int peer = 1 - world.rank();
        double[] out = new double[bytes / Double.BYTES];
        double[] in = new double[bytes / Double.BYTES];
        Status status = new Status(); // where none is given each wait makes one
        Request receive = world.persistent().receive(in, peer, TAG);
        Request send = world.persistent().send(out, peer, TAG);
        exchange(receive, send, status, warmUp);
        threads.getCurrentThreadAllocatedBytes(); // the first call of the bean may allocate
        // Steady is a window in which no compiled code gives way to newer: until then the interpreter makes objects.
        long least = Long.MAX_VALUE;
        for (int window = 0; window < WINDOWS; window++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            exchange(receive, send, status, starts);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        receive.free();
        send.free();
        return (double) least / starts;
    }

    private static void exchange(Request receive, Request send, Status status, int count) {
        for (int i = 0; i < count; i++) {
            receive.start();
            send.start();
            receive.await(status);
            send.await(status);
        }
    }
}
