package org.sennit.bench.bars;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.message.Request;
import org.sennit.message.Status;

/** What a thread allocates in collectives that are called again and again, blocking and persistent. */
final class CollectiveAllocation {
    private static final int WARM_UP_CALLS = 50_000;
    private static final int WINDOWS = 10;
    private static final int CALLS = 5_000;
    private static final int SHORT = 1;
    private static final int LONG = 1 << 10;

    private CollectiveAllocation() {}

    /** Returns the most bytes that this thread allocates in one of the calls. Collective; blocks. */
    static double mostBytesPerCall(Communicator world) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double most = 0;
        for (Runnable call : calls(world)) {
            repeat(call, WARM_UP_CALLS);
            // The first call of the bean may allocate, the second does not.
            threads.getCurrentThreadAllocatedBytes();
            // As in StartAllocation: steady is a window in which no compiled code gives way to newer.
            long least = Long.MAX_VALUE;
            for (int window = 0; window < WINDOWS; window++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                repeat(call, CALLS);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            most = Math.max(most, least / (double) CALLS);
        }
        return most;
    }

    private static List<Runnable> calls(Communicator world) {
        double[] one = new double[SHORT];
        double[] oneMore = new double[SHORT];
        double[] many = new double[LONG];
        double[] manyMore = new double[LONG];
        double[] all = new double[LONG * world.size()];
        double[] allMore = new double[LONG * world.size()];
        return List.of(
                world::barrier,
                () -> world.broadcast(one, 0),
                () -> world.broadcast(many, 0),
                () -> world.allreduce(one, oneMore, Operation.SUM),
                () -> world.allreduce(many, manyMore, Operation.SUM),
                () -> world.allgather(many, all),
                () -> world.alltoall(all, allMore),
                persistent(world.persistent().barrier()),
                persistent(world.persistent().broadcast(one, 0)),
                persistent(world.persistent().allreduce(one, oneMore, Operation.SUM)),
                persistent(world.persistent().allreduce(many, manyMore, Operation.SUM)),
                persistent(world.persistent().allgather(many, all)),
                persistent(world.persistent().alltoall(all, allMore)));
    }

    private static Runnable persistent(Request request) {
        Status status = new Status(); // where none is given each wait makes one
        return () -> {
            request.start();
            request.await(status);
        };
    }

    private static void repeat(Runnable call, int count) {
        for (int i = 0; i < count; i++) {
            call.run();
        }
    }
}
