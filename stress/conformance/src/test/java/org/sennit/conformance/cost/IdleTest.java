package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Communicator;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** Endpoints that only wait use less than 2 % of a core, in one JVM and in two. */
@Deadline(seconds = 60)
@Behaviours(146)
class IdleTest {
    private static final double MOST_OF_A_CORE = 0.02;
    private static final String USED = "used ";

    /**
     * Every rank waits for a message that comes when the window is over; the rank of a process whose number is lowest
     * sends it, after having waited outside the library.
     */
    static final class Program {
        private static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(1);

        private static final int WINDOWS = 30;

        private Program() {}

        public static void main(String[] args) {
            double[] used = new double[1];
            Job.run(4, endpoint -> run(endpoint.world(), used));
            System.out.println(USED + used[0]);
        }

        static void run(Communicator world, double[] used) {
            world.barrier();
            int process = world.processOf(world.rank());
            boolean isWatching = world.rank() == 0 || world.processOf(world.rank() - 1) != process;
            if (!isWatching) {
                world.receive(new int[1], world.rank() - 1, 1); // passed on by the one before
            } else {
                watch(used);
            }
            boolean isLastOfProcess = world.rank() == world.size() - 1 || world.processOf(world.rank() + 1) != process;
            if (!isLastOfProcess) {
                world.send(new int[1], world.rank() + 1, 1);
            }
        }

        /** The least of some windows: in one of them a compiler or the collector may still have had work. */
        private static void watch(double[] used) {
            OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            used[0] = 1;
            for (int window = 0; window < WINDOWS && used[0] > MOST_OF_A_CORE / 2; window++) {
                long cpuNs = system.getProcessCpuTime();
                long startNs = System.nanoTime();
                passTime(WINDOW_NS);
                double inWindow = (double) (system.getProcessCpuTime() - cpuNs) / (System.nanoTime() - startNs);
                used[0] = Math.min(used[0], inWindow);
            }
        }

        /** The window is a span of time by its nature; nothing is synchronised by it. */
        private static void passTime(long ns) {
            long start = System.nanoTime();
            for (long left = ns; left > 0; left = ns - (System.nanoTime() - start)) {
                LockSupport.parkNanos(left);
            }
        }
    }

    @Test
    void aWaitingJobOfOneJvmRestsTheCores() {
        double[] used = new double[1];
        Job.run(4, endpoint -> Program.run(endpoint.world(), used));
        check(used[0]);
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 4"})
    void aWaitingJobOfTwoJvmsRestsTheCores(int processes, int endpoints) {
        checkAll(MultiJvmRun.of(WaitingAcross.class, processes, endpoints, 40), processes);
    }

    /** A thread of each process serves what comes for the window and the handler, and rests while nothing does. */
    @Test
    void aWaitingJobWithAWindowAndAHandlerRestsTheCores() {
        checkAll(MultiJvmRun.of(WaitingEngaged.class, 2, 1, 40), 2);
    }

    private static void checkAll(MultiJvmRun run, int processes) {
        assertEquals(0, run.exitStatus(), run::err);
        double[] used = run.out()
                .lines()
                .filter(line -> line.startsWith(USED))
                .mapToDouble(line -> Double.parseDouble(line.substring(USED.length())))
                .toArray();
        assertEquals(processes, used.length, run::out);
        for (double one : used) {
            check(one);
        }
    }

    /** Every endpoint of the job waits; a thread of each process that is no endpoint measures. */
    static final class WaitingAcross {
        private WaitingAcross() {}

        public static void main(String[] args) {
            run(_ -> {});
        }

        static void run(EndpointProgram before) {
            double[] used = new double[1];
            Thread watcher = Thread.ofPlatform().daemon(true).unstarted(() -> Program.watch(used));
            Job.run(4, endpoint -> {
                Communicator world = endpoint.world();
                before.run(endpoint);
                world.barrier();
                int process = world.processOf(world.rank());
                boolean isFirst = world.rank() == 0 || world.processOf(world.rank() - 1) != process;
                if (isFirst) {
                    watcher.start();
                }
                if (world.rank() == 0) {
                    watcher.join();
                    for (int i = 1; i < world.size(); i++) {
                        world.send(new int[1], i, 1);
                    }
                } else {
                    world.receive(new int[1], 0, 1);
                }
                if (isFirst) {
                    watcher.join();
                }
            });
            System.out.println(USED + used[0]);
        }
    }

    /** The same, while accesses and active messages may come at any time. */
    static final class WaitingEngaged {
        private WaitingEngaged() {}

        public static void main(String[] args) {
            WaitingAcross.run(endpoint -> {
                endpoint.world().createWindow(new long[1]); // open until the end: accessed by calls
                endpoint.world().duplicate().activeMessages().register(_ -> null);
            });
        }
    }

    private static void check(double used) {
        System.out.printf("idle: %.2f %% of a core%n", 100 * used);
        assertTrue(used < MOST_OF_A_CORE, () -> "used " + 100 * used + " % of a core");
    }
}
