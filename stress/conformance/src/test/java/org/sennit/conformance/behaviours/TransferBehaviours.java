package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** Long messages on their way: with a helper, without one, with a late one, and not in one long call. */
final class TransferBehaviours {
    /** Long enough to be shared by default, and with blocks that do not come out even. */
    private static final int[] LENGTHS = {262_144, 262_145, 300_001, 400_000};

    private static final int LONGEST = 400_000;
    private static final int TAG = 13;
    private static final int STOP_TAG = 14;

    /** Messages before the program first asks whether there is time for more, and between two such questions. */
    private static final int LEAST_MESSAGES = 50;

    /** Then no more are sent: beside busy programs each message takes turns of the scheduler, of milliseconds. */
    private static final long ENOUGH_NS = 5_000_000_000L;

    private TransferBehaviours() {}

    /** The behaviours of senders that help, with fewer messages. */
    static List<Behaviour> ofHelpers(int messages) {
        return List.of(
                new Behaviour("sharedTruncation", TransferBehaviours::truncationWhileTheSenderWaits),
                new Behaviour("senderHelps", world -> senderHelps(world, messages)),
                new Behaviour("helperComesLate", world -> helperComesLate(world, messages / 5)));
    }

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("8 aSharedMessageTooLongIsAnError", TransferBehaviours::truncationWhileTheSenderWaits),
                new Behaviour("13 theSenderHelpsAndItsMemoryIsItsOwnAtOnce", TransferBehaviours::senderHelps),
                new Behaviour("14 aHelperMayComeLate", TransferBehaviours::helperComesLate),
                new Behaviour("21 aLargeReceiveIsNotOneLongCall", TransferBehaviours::largeReceiveInManyCalls));
    }

    private static void truncationWhileTheSenderWaits(Communicator world) {
        int length = 1 << 20;
        for (int round = 0; round < 20; round++) {
            if (world.rank() == 0) {
                byte[] message = new byte[length];
                Arrays.fill(message, (byte) 1);
                world.nonblocking().send(message, 1, TAG).await();
                world.send(message, 1, TAG);
            } else if (world.rank() == 1) {
                byte[] memory = new byte[length + 64];
                Arrays.fill(memory, (byte) 9);
                DataLayout tooShort = DataLayout.BYTE.slice(32, length - 1);
                Status status = new Status();
                SennitException thrown =
                        assertThrows(SennitException.class, () -> world.receive(memory, tooShort, 0, TAG, status));
                assertEquals(ErrorClass.TRUNCATE, thrown.errorClass());
                assertEquals(0, status.countBytes(), "nothing is delivered of a message that does not fit");
                for (int i = 0; i < 32; i++) {
                    assertEquals(9, memory[i], "guard byte " + i);
                    assertEquals(9, memory[length + 31 + i], "guard byte at the end " + i);
                }
                world.receive(memory, DataLayout.BYTE.slice(32, length), 0, TAG, status);
                assertEquals(length, status.countBytes(), "the message after it");
            }
        }
    }

    /** Long messages; the memory is written over as soon as the send is complete. */
    private static void senderHelps(Communicator world) {
        senderHelps(world, isOneProcess(world) ? 10_000 : 200);
    }

    private static void senderHelps(Communicator world, int messages) {
        if (world.rank() > 1) {
            return;
        }
        long seed = 13_000 + world.rank(); // both sides draw, each its own delays
        SplittableRandom random = new SplittableRandom(seed);
        byte[] memory = new byte[LONGEST];
        byte[] expected = new byte[LONGEST];
        long startNs = System.nanoTime();
        for (int i = 0; i < messages && isTimeForMore(world, i, startNs); i++) {
            int length = LENGTHS[i % LENGTHS.length];
            delay(random);
            if (world.rank() == 0) {
                Arrays.fill(memory, 0, length, (byte) i);
                sendInSomeWay(world, random, memory, length);
                Arrays.fill(memory, 0, length, (byte) ~i); // the receiver may not have seen it complete yet
            } else {
                world.receive(memory, DataLayout.BYTE.count(length), 0, TAG);
                Arrays.fill(expected, 0, length, (byte) i);
                int differs = Arrays.mismatch(expected, 0, length, memory, 0, length);
                assertEquals(-1, differs, "message " + i + " of " + length + " bytes, seed=" + seed);
            }
        }
    }

    private static void sendInSomeWay(Communicator world, SplittableRandom random, byte[] memory, int length) {
        DataLayout layout = DataLayout.BYTE.count(length);
        switch (random.nextInt(3)) {
            case 0 -> world.send(memory, layout, 1, TAG);
            case 1 -> world.nonblocking().send(memory, layout, 1, TAG).await();
            default -> {
                Request send = world.nonblocking().send(memory, layout, 1, TAG);
                do {
                    delay(random);
                } while (!send.test());
            }
        }
    }

    /** No network is involved in these two then, and one placement shows them as often as they ask for. */
    private static boolean isOneProcess(Communicator world) {
        return world.processOf(0) == world.processOf(world.size() - 1);
    }

    /** Up to some microseconds, and now and then the processor for other threads. */
    private static void delay(SplittableRandom random) {
        int rounds = random.nextInt(1 << random.nextInt(9));
        for (int i = 0; i < rounds; i++) {
            Thread.onSpinWait();
        }
        if (random.nextInt(256) == 0) {
            Thread.yield();
        }
    }

    /** The sender calls a test again and again, so also just as the receiver takes the last block. */
    private static void helperComesLate(Communicator world) {
        helperComesLate(world, isOneProcess(world) ? 2_000 : 50);
    }

    private static void helperComesLate(Communicator world, int messages) {
        if (world.rank() > 1) {
            return;
        }
        SplittableRandom random = new SplittableRandom(14_000 + world.rank());
        byte[] first = new byte[LONGEST];
        byte[] second = new byte[LONGEST];
        long startNs = System.nanoTime();
        for (int i = 0; i < messages && isTimeForMore(world, i, startNs); i++) {
            if (world.rank() == 0) {
                Arrays.fill(first, (byte) i);
                Arrays.fill(second, (byte) -i);
                Request[] sends = {
                    world.nonblocking().send(first, 1, TAG), world.nonblocking().send(second, 1, TAG)
                };
                int completions = 0;
                boolean[] isOver = new boolean[2];
                while (completions < 2) {
                    delay(random);
                    int which = random.nextInt(2);
                    if (!isOver[which] && sends[which].test()) {
                        isOver[which] = true;
                        completions++;
                    }
                }
                assertTrue(sends[0].isInactive() && sends[1].isInactive(), "completed once");
            } else {
                world.receive(first, 0, TAG);
                world.receive(second, 0, TAG);
                check(first, i);
                check(second, -i);
            }
        }
    }

    /** Returns whether ranks 0 and 1 go on with a message; rank 0 decides. */
    private static boolean isTimeForMore(Communicator world, int message, long startNs) {
        if (message == 0 || message % LEAST_MESSAGES != 0) {
            return true;
        }
        boolean[] isTime = {System.nanoTime() - startNs < ENOUGH_NS};
        if (world.rank() == 0) {
            world.send(isTime, 1, STOP_TAG);
        } else {
            world.receive(isTime, 0, STOP_TAG);
        }
        return isTime[0];
    }

    private static void check(byte[] memory, int value) {
        for (int i = 0; i < memory.length; i += 997) {
            assertEquals((byte) value, memory[i], "byte " + i + " of message " + value);
        }
        assertEquals((byte) value, memory[memory.length - 1], "last byte of message " + value);
    }

    /** While 64 MiB arrive, tests of another request return again and again. */
    private static void largeReceiveInManyCalls(Communicator world) {
        int length = 64 << 20;
        if (world.rank() == 0) {
            world.send(new byte[length], 1, TAG);
            world.receive(new byte[1], 1, STOP_TAG);
            world.send(new byte[1], 1, STOP_TAG);
        } else if (world.rank() == 1) {
            Request other = world.nonblocking().receive(new byte[1], 0, STOP_TAG);
            Request large = world.nonblocking().receive(new byte[length], 0, TAG);
            int calls = 0;
            while (!large.isComplete()) {
                assertFalse(other.test(), "it is sent when the large one has arrived");
                calls++;
            }
            large.await();
            world.send(new byte[1], 0, STOP_TAG);
            other.await();
            assertTrue(calls >= 16, "64 MiB in so many calls: " + calls);
        }
    }
}
