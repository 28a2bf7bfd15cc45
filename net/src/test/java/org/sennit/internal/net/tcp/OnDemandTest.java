package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.RecordingDevice;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.internal.net.wire.LaneCard;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.OnDemandModule;
import org.sennit.spi.network.PollDirection;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

/** A module on one host before and at its first contact with a peer. */
@Deadline(seconds = 60)
class OnDemandTest {
    private static final int PEERS = 3;

    private final RecordingDevice[] devices = new RecordingDevice[PEERS];
    private final NetworkModule[] modules = new NetworkModule[PEERS];
    private final BusinessCard[] cards = new BusinessCard[PEERS];

    private void open() {
        for (int i = 0; i < PEERS; i++) {
            devices[i] = new RecordingDevice();
            modules[i] = newModule(i, devices[i]);
            cards[i] = modules[i].init();
        }
    }

    private static NetworkModule newModule(int process, RecordingDevice device) {
        byte[] secret = "a secret of this test".getBytes(StandardCharsets.US_ASCII);
        return new TcpModuleFactory()
                .create(new NetworkSetup(
                        "on-demand",
                        process,
                        PEERS,
                        1,
                        secret,
                        Options.fromEnvironment(),
                        RuntimeContext.system(),
                        device));
    }

    @AfterEach
    void close() {
        for (NetworkModule module : modules) {
            if (module != null) {
                module.close();
            }
        }
    }

    private void connectAll(int process) {
        for (int peer = 0; peer < PEERS; peer++) {
            if (peer != process) {
                modules[process].connect(peer, cards[peer]);
            }
        }
    }

    /** Starts and ends without contact. */
    public static final class Nothing {
        public static void main(String[] args) {
            NetworkModule module = newModule(0, new RecordingDevice());
            module.init();
            module.require(OnDemandModule.class).onFirstContact(() -> {});
            module.poll(PollDirection.IN_FIRST, 1);
            module.await(() -> false, 1_000);
            module.close();
        }
    }

    @Test
    void loadsNothingOfNettyWithoutContact() {
        String loaded = new ChildJvm(Nothing.class)
                .options("-Xlog:class+load:stdout")
                .run()
                .out();
        assertTrue(loaded.contains("org.sennit.internal.net.tcp.OnDemandTcpModule "), "the log is there");
        assertEquals(
                List.of(),
                loaded.lines()
                        .filter(line -> line.contains(" io.netty.") || line.contains("DowncallLinker"))
                        .toList());
    }

    @Test
    void makesAllPeersKnownWhenOneConnects() {
        open();
        for (int i = 1; i < PEERS; i++) {
            int process = i;
            assertTrue(modules[i].require(OnDemandModule.class).onFirstContact(() -> connectAll(process)));
        }
        connectAll(0);
        for (int i = 1; i < PEERS; i++) { // two at once
            modules[0].connect(i, cards[i]).startMessage(TestPackets.header(0, i, 0), MemorySegment.NULL);
        }
        while (devices[1].arrived() == 0 || devices[2].arrived() == 0) {
            for (NetworkModule module : modules) {
                module.poll(PollDirection.IN_FIRST, 64);
            }
            Thread.yield();
        }
        assertFalse(modules[1].require(OnDemandModule.class).onFirstContact(() -> {}), "open already");
    }

    @Test
    void aThreadThatWaitsGoesOnWaitingWhereThePeerArrives() throws Exception {
        open();
        modules[1].require(OnDemandModule.class).onFirstContact(() -> connectAll(1));
        Thread receiver = Thread.ofPlatform().daemon().start(() -> {
            while (devices[1].arrived() == 0) {
                modules[1].await(() -> devices[1].arrived() > 0, Long.MAX_VALUE);
            }
        });
        modules[0].connect(1, cards[1]).startMessage(TestPackets.header(0, 0, 0), MemorySegment.NULL);
        while (receiver.isAlive()) {
            modules[0].poll(PollDirection.IN_FIRST, 64);
            Thread.yield();
        }
    }

    @Test
    void awaitEndsByAWakeUpAndByClose() throws Exception {
        open();
        AtomicBoolean isReady = new AtomicBoolean();
        CountDownLatch asked = new CountDownLatch(1);
        Thread waiter = Thread.ofPlatform()
                .daemon()
                .start(() -> modules[0].await(
                        () -> {
                            asked.countDown();
                            return isReady.get();
                        },
                        Long.MAX_VALUE));
        asked.await();
        isReady.set(true);
        modules[0].wake(waiter);
        waiter.join();

        CountDownLatch begun = new CountDownLatch(1);
        Thread last = Thread.ofPlatform()
                .daemon()
                .start(() -> modules[0].await(
                        () -> {
                            begun.countDown();
                            return false;
                        },
                        Long.MAX_VALUE));
        begun.await();
        modules[0].close();
        last.join();
        assertThrows(SennitException.class, () -> modules[0].connect(1, cards[1]));
    }

    @Test
    void listensWhereItsFolderHasGoneMeanwhile() throws Exception {
        open();
        Path socket = Path.of(
                LaneCard.of(cards[0]).lanes().getFirst().sockets().getFirst().host());
        for (BusinessCard card : cards) {
            Files.delete(Path.of(
                    LaneCard.of(card).lanes().getFirst().sockets().getFirst().host()));
        }
        Files.delete(socket.getParent());
        connectAll(0);
        assertTrue(Files.exists(socket), "under the name that the peers know");
    }

    @Test
    void leavesNoFile() {
        open();
        Path socket = Path.of(
                LaneCard.of(cards[0]).lanes().getFirst().sockets().getFirst().host());
        assertTrue(Files.exists(socket));
        connectAll(0);
        assertTrue(Files.exists(socket), "under the same name");
        close();
        assertFalse(Files.exists(socket.getParent()));
    }
}
