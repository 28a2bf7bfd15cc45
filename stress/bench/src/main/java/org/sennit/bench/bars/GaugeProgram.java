package org.sennit.bench.bars;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.message.Request;

/**
 * What the endpoints of a job do for a {@link Gauge}; rank 0 writes the value to a file. One object a
 * process, shared by its endpoints.
 */
public final class GaugeProgram implements EndpointProgram {
    private static final int TAG = 7;
    private static final int LARGER_BYTES = 4096;
    private static final double PERCENT = 100;
    private static final int WARM_UP_MESSAGES = 50_000;
    private static final int MESSAGES = 20_000;
    private static final int WINDOWS = 10;
    private static final long SETTLE_NS = 1_500_000_000L;
    private static final long IDLE_NS = 3_000_000_000L;

    private final Gauge gauge;
    private final Path result;

    /**
     * Makes the program of one gauge.
     *
     * @param gauge what to measure
     * @param result receives the value as text
     */
    public GaugeProgram(Gauge gauge, Path result) {
        this.gauge = gauge;
        this.result = result;
    }

    /**
     * Runs in a launched process.
     *
     * @param arguments the gauge's name and the file for the value
     */
    public static void main(String[] arguments) {
        Job.run(1, new GaugeProgram(Gauge.valueOf(arguments[0]), Path.of(arguments[1])));
    }

    /** The empty program, for the time of a start. */
    public static final class Nothing {
        private Nothing() {}

        /**
         * Starts a job and does nothing in it.
         *
         * @param arguments none
         */
        public static void main(String[] arguments) {
            Job.run(1, endpoint -> {});
        }
    }

    @Override
    public void run(Endpoint endpoint) throws IOException {
        Communicator world = endpoint.world();
        double mine = switch (gauge) {
            case STEADY_STATE_ALLOCATION -> allocatedBytesPerMessage(world, Long.BYTES);
            case TCP_ALLOCATION, UNIX_ALLOCATION, MAPPED_ALLOCATION ->
                // Hundredths of a byte: what happens once in thousands of messages may make an object.
                Math.floor(PERCENT
                                * Math.max(
                                        allocatedBytesPerMessage(world, Long.BYTES),
                                        allocatedBytesPerMessage(world, LARGER_BYTES)))
                        / PERCENT;
            case PERSISTENT_ALLOCATION, TCP_PERSISTENT_ALLOCATION, MAPPED_PERSISTENT_ALLOCATION ->
                Math.floor(PERCENT * StartAllocation.mostBytesPerStart(world)) / PERCENT;
            case IDLE_JOB -> idlePercent(world);
            case BESIDE_ACCESSES, MAPPED_BESIDE_ACCESSES, TCP_BESIDE_ACCESSES -> BesideAccesses.ratio(world);
            case COLLECTIVE_ALLOCATION -> CollectiveAllocation.mostBytesPerCall(world);
            default -> throw new IllegalArgumentException("not measured by this program: " + gauge);
        };
        double[] sum = {mine};
        world.allreduce(Communicator.IN_PLACE, sum, Operation.SUM);
        if (world.rank() == 0) {
            Files.writeString(result, Double.toString(sum[0]));
        }
    }

    private static double allocatedBytesPerMessage(Communicator world, int bytes) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] message = new long[bytes / Long.BYTES];
        roundTrips(world, message, WARM_UP_MESSAGES);
        // The first call of the bean may allocate, the second does not.
        threads.getCurrentThreadAllocatedBytes();
        // Steady is a window in which no compiled code gives way to newer: until then the interpreter makes objects.
        long least = Long.MAX_VALUE;
        for (int window = 0; window < WINDOWS; window++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            roundTrips(world, message, MESSAGES);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least / 2.0 / MESSAGES;
    }

    /** Sends a message there and back, several times. */
    static void roundTrips(Communicator world, long[] message, int count) {
        int peer = 1 - world.rank();
        for (int i = 0; i < count; i++) {
            if (world.rank() == 0) {
                world.send(message, peer, TAG);
                world.receive(message, peer, TAG);
            } else {
                world.receive(message, peer, TAG);
                world.send(message, peer, TAG);
            }
        }
    }

    /** Has all endpoints wait; the first of each process wakes by time-out and reads the process's clock. */
    private static double idlePercent(Communicator world) {
        int rank = world.rank();
        boolean isFirst = rank == 0 || world.processOf(rank) != world.processOf(rank - 1);
        world.barrier();
        byte[] message = new byte[1];
        Request never = world.nonblocking().receive(message, rank, TAG);
        double percent = 0;
        if (isFirst) {
            OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            never.await(SETTLE_NS);
            long cpuBefore = process.getProcessCpuTime();
            long before = System.nanoTime();
            never.await(IDLE_NS);
            percent = 100.0 * (process.getProcessCpuTime() - cpuBefore) / (System.nanoTime() - before);
        }
        world.barrier();
        world.send(message, rank, TAG);
        never.await();
        return percent;
    }
}
