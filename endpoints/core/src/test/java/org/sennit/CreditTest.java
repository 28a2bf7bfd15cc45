package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.GetTransfer;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.message.Request;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** What a process may send to an endpoint of another one that does not take it. */
@Deadline(seconds = 60)
@Core
class CreditTest {
    private static final int WINDOW_KIB = 64;
    private static final Options SMALL = Options.fromEnvironment().with(ProcessDevice.FLOOD_WINDOW, WINDOW_KIB, "test");

    private final LocalNetwork network = new LocalNetwork(5, true, made -> null);

    private static long window(int lengthBytes) {
        return (WINDOW_KIB << 10) / (lengthBytes + PacketDescriptor.HEADER_LENGTH);
    }

    private static long[] message(int longs, long number) {
        long[] message = new long[longs];
        Arrays.fill(message, number);
        return message;
    }

    private static void receiveInOrder(Communicator world, int source, int longs, int messages) {
        for (int i = 0; i < messages; i++) {
            long[] in = new long[longs];
            world.receive(in, source, 1);
            for (long each : in) {
                assertEquals(i, each);
            }
        }
    }

    /** Rank 0 floods 2, which does not call its endpoint, while 1 and 3 of the same processes talk. */
    @ParameterizedTest
    @CsvSource({"0", "1", "20", "100"})
    void aFloodStopsAtItsWindowAndOthersOfTheConnectionGoOn(int longs) throws InterruptedException {
        int messages = 5 * (int) window(0);
        AtomicLong sent = new AtomicLong();
        CountDownLatch isTalkOver = new CountDownLatch(1);
        new InProcessJob(network, 2, 2, SMALL).run(endpoint -> {
            Communicator world = endpoint.world();
            long[] number = new long[1];
            switch (world.rank()) {
                case 0 -> {
                    for (int i = 0; i < messages; i++) {
                        world.send(message(longs, i), 2, 1);
                        sent.incrementAndGet();
                    }
                }
                case 1 -> {
                    while (sent.get() < window(8 * longs)) {
                        Thread.onSpinWait();
                    }
                    for (int i = 0; i < 2000; i++) {
                        number[0] = i;
                        world.send(number, 3, 2);
                        world.receive(number, 3, 2);
                        assertEquals(i + 1, number[0]);
                    }
                    assertEquals(window(8 * longs), sent.get());
                    isTalkOver.countDown();
                }
                case 2 -> {
                    isTalkOver.await();
                    receiveInOrder(world, 0, longs, messages);
                }
                default -> {
                    for (int i = 0; i < 2000; i++) {
                        world.receive(number, 1, 2);
                        number[0]++;
                        world.send(number, 1, 2);
                    }
                }
            }
        });
        assertEquals(messages, sent.get());
        assertTrue(network.packets().of(PacketDescriptor.CREDIT) > 0);
    }

    /** What a probe has looked at is not taken. */
    @Test
    void whatIsKeptUnexpectedCountsAgainstTheWindow() {
        AtomicLong sent = new AtomicLong();
        new InProcessJob(network, 2, 2, SMALL).run(endpoint -> {
            Communicator world = endpoint.world();
            long[] number = new long[1];
            switch (world.rank()) {
                case 0 -> {
                    for (int i = 0; i < 2 * window(8); i++) {
                        number[0] = i;
                        world.send(number, 2, 1);
                        sent.incrementAndGet();
                    }
                }
                case 1 -> {
                    while (sent.get() < window(8)) {
                        Thread.onSpinWait();
                    }
                    world.send(number, 2, 2);
                }
                case 2 -> {
                    world.receive(number, 1, 2); // drains all that comes meanwhile
                    assertEquals(window(8), sent.get());
                    assertEquals(0, network.packets().of(PacketDescriptor.CREDIT));
                    receiveInOrder(world, 0, 1, 2 * (int) window(8));
                }
                default -> {}
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nonblockingSendsBeyondTheWindowArriveInOrder(boolean hasTransfer) {
        LocalNetwork own = new LocalNetwork(6, true, made -> hasTransfer ? new GetTransfer(made, 8) : null);
        int messages = 3 * (int) window(160);
        new InProcessJob(own, 2, 1, SMALL).run(endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                Request[] sends = new Request[messages];
                for (int i = 0; i < messages; i++) {
                    sends[i] = world.nonblocking().send(message(20, i), 1, 1);
                }
                world.send(new long[0], 1, 2); // out of credit, and of no length
                Request.awaitAll(sends);
            } else {
                world.receive(new long[0], 0, 2);
                receiveInOrder(world, 0, 20, messages);
            }
        });
        assertTrue(own.packets().of(PacketDescriptor.RTS) >= messages / 3);
    }

    @Test
    void whoKeepsUpGivesCreditSeldomAndNeverMakesASenderAnnounce() {
        int rounds = 20 * (int) window(8);
        new InProcessJob(network, 2, 1, SMALL).run(endpoint -> {
            Communicator world = endpoint.world();
            long[] number = new long[1];
            int peer = 1 - world.rank();
            for (int i = 0; i < rounds; i++) {
                if (world.rank() == 0) {
                    world.send(number, peer, 1);
                    world.receive(number, peer, 1);
                } else {
                    world.receive(number, peer, 1);
                    world.send(number, peer, 1);
                }
            }
        });
        assertEquals(0, network.packets().of(PacketDescriptor.RTS));
        long credits = network.packets().of(PacketDescriptor.CREDIT);
        assertTrue(credits <= 2 * 2 * 20, () -> "credits " + credits);
    }
}
