package org.sennit.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.net.connection.SocketCutter;
import org.sennit.net.wire.ListenAddress;
import org.sennit.net.wire.TcpAddress;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.netmod.NetworkModule;
import org.sennit.runtime.netmod.NetworkModuleFactory;
import org.sennit.runtime.netmod.NetworkSetup;
import org.sennit.testkit.Deadline;

/** The liveness thread finds every dead peer, whatever becomes of a connection while it looks at it. */
@Deadline(seconds = 120)
class LivenessFaultsTest {
    private static final int SILENCE_MS = 1000;

    private static Options options() {
        return Options.fromEnvironment().with(TcpOptions.SILENCE, SILENCE_MS, "test");
    }

    /** Makes modules over sockets that lose long packets. */
    private record LossyFactory() implements NetworkModuleFactory {
        @Override
        public String name() {
            return "tcp";
        }

        @Override
        public int preference() {
            return 0;
        }

        @Override
        public String unavailableBecause(Options options) {
            return null;
        }

        @Override
        public NetworkModule create(NetworkSetup setup) {
            return new TcpModule(setup, "tcp", false, wire -> new LongPacketsLost(wire, 4096));
        }
    }

    /** Holds the loops of processes on threads of their own, as if these were stopped, until closed. */
    private static final class Stopped implements AutoCloseable {
        private final CountDownLatch end = new CountDownLatch(1);
        private final List<Thread> threads = new ArrayList<>();

        void stop(TestNetwork network, int process) throws InterruptedException {
            CountDownLatch held = new CountDownLatch(1);
            threads.add(Thread.ofPlatform().daemon(true).start(() -> {
                SocketCutter.hold(network.process(process).to(0));
                held.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    SocketCutter.letGo(network.process(process).to(0));
                }
            }));
            held.await();
        }

        @Override
        public void close() {
            end.countDown();
            for (Thread thread : threads) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private static void removeSocket(TestNetwork network, int process) throws IOException {
        for (ListenAddress address :
                TcpAddress.of(network.process(process).card()).sockets()) {
            if (address.reach() == ListenAddress.Reach.UNIX) {
                Files.delete(Path.of(address.host()));
            }
        }
    }

    /** Waits for what the liveness thread finds; polls nothing, as a process that computes. */
    private static void awaitEvents(TestNetwork network, int count) throws InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        network.process(0).device().watch(() -> {
            if (network.process(0).device().eventCount() >= count) {
                reached.countDown();
            }
        });
        if (network.process(0).device().eventCount() < count) {
            reached.await();
        }
    }

    @Test
    void findsTheNextSilentPeerAfterOneWhoseSocketIsGone() throws Exception {
        try (TestNetwork three = new TestNetwork(3, new UnixModuleFactory(), options());
                Stopped stopped = new Stopped()) {
            three.connectAll();
            removeSocket(three, 1);
            stopped.stop(three, 1);
            awaitEvents(three, 1);
            stopped.stop(three, 2);
            awaitEvents(three, 2);
            assertEquals(
                    List.of("failed 1", "failed 2"), three.process(0).device().events());
        }
    }

    @Test
    void takesAPeerForDeadThatOnlyShortMessagesReach() {
        try (TestNetwork two = new TestNetwork(2, new LossyFactory(), options())) {
            two.connectAll();
            two.process(0).start(1, 1, MemorySegment.ofArray(new byte[100_000]));
            two.pollUntil(() -> two.process(0).device().eventCount() > 0);
            assertEquals(List.of("failed 1"), two.process(0).device().events());
        }
    }
}
