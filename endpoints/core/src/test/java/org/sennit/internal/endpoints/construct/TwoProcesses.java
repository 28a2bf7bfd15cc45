package org.sennit.internal.endpoints.construct;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.sennit.Communicator;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.handle.EndpointHandle;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;

/**
 * Two processes in one JVM with an endpoint each, over a {@link LocalNetwork}: what each does from its start to its
 * end.
 */
final class TwoProcesses {
    interface Program {
        void run(Communicator world) throws Exception;
    }

    private final LocalNetwork network;
    private final Options options;
    private final Map<String, String> values = new ConcurrentHashMap<>();
    private final CyclicBarrier barrier = new CyclicBarrier(2);
    private final CountDownLatch firstModule = new CountDownLatch(1);
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicLong late = new AtomicLong();
    private final Thread[] threads = new Thread[2]; // set before the first begins
    private final DeathListener[] listeners = new DeathListener[2]; // each set by its process before its first fence
    private final List<Throwable> failures = new ArrayList<>(); // guarded by itself

    TwoProcesses(LocalNetwork network, Options options) {
        this.network = network;
        this.options = options;
    }

    /** Returns how many programs have ended. */
    int ended() {
        return ended.get();
    }

    /**
     * Returns how many messages have come after the end of their receivers' programs; when both processes have ended.
     */
    long late() {
        return late.get();
    }

    /** Returns the thread that runs a process; while both run. */
    Thread thread(int process) {
        return threads[process];
    }

    /** Returns whether a process waits for the other at a fence. */
    boolean isOneAtFence() {
        return barrier.getNumberWaiting() > 0;
    }

    /** Returns what hears the news of the job in a process; while both run. */
    DeathListener listener(int process) {
        return listeners[process];
    }

    /** Runs a program in both; returns what has failed. */
    List<Throwable> run(Program program) throws InterruptedException {
        for (int process = 0; process < 2; process++) {
            int own = process;
            threads[own] = Thread.ofPlatform()
                    .name("process-" + own)
                    .daemon(true)
                    .unstarted(() -> {
                        try {
                            runOne(own, program);
                        } catch (Throwable e) {
                            synchronized (failures) {
                                failures.add(e);
                            }
                        }
                    });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (failures) {
            return List.copyOf(failures);
        }
    }

    private void runOne(int own, Program program) throws Exception {
        JobServices services = new JobServices(
                RuntimeContext.system(), (given, context) -> new Engine(own), given -> new Factory(own, network));
        CommContext world;
        try (JobProcess process = new JobProcess(services, options, 1)) {
            world = process.worlds().getFirst();
            program.run(new EndpointHandle(world).world());
            world.device().end();
            process.ended(world);
            process.programs().getFirst().end();
            ended.incrementAndGet();
        }
        late.addAndGet(world.device().lateCount());
    }

    private final class Engine implements Bootstrap, KeyValueSpace {
        private final int process;

        Engine(int process) {
            this.process = process;
        }

        @Override
        public JobDescription job() {
            return new JobDescription("two", process, 2, 1, 0, 2);
        }

        @Override
        public KeyValueSpace space() {
            return this;
        }

        @Override
        public byte[] secret() {
            return new byte[16];
        }

        @Override
        public void put(String key, String value) {
            values.put(key, value);
        }

        @Override
        public String get(String key) {
            return values.get(key);
        }

        @Override
        public void fence(String step, long timeoutNs) {
            try {
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void fenceOfSurvivors(String step, long timeoutNs) {
            fence(step, timeoutNs);
        }

        @Override
        public void onDeath(DeathListener listener) {
            listeners[process] = listener;
        }

        @Override
        public void abort(int exitCode, String report) {}

        @Override
        public void close() {}
    }

    private final class Factory implements NetworkModuleFactory {
        private final int process;
        private final LocalNetwork network;

        Factory(int process, LocalNetwork network) {
            this.process = process;
            this.network = network;
        }

        @Override
        public String name() {
            return "local";
        }

        @Override
        public int preference() {
            return 0;
        }

        @Override
        public String unavailableBecause(Options given) {
            return null;
        }

        /** Modules get their numbers in the order in which they are made. */
        @Override
        public NetworkModule create(NetworkSetup setup) {
            try {
                if (process > 0) {
                    firstModule.await();
                }
                return network.addProcess(setup.upcalls());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                firstModule.countDown();
            }
        }
    }
}
