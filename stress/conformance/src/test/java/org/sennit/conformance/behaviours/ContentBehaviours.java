package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.ANY_TAG;
import static org.sennit.Communicator.NULL_PROCESS;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.conformance.random.MemoryKind;
import org.sennit.conformance.random.Piece;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** What arrives: every size, every memory, nothing at all, too much. */
final class ContentBehaviours {
    private static final int[] EDGES = {
        0,
        1,
        63,
        64,
        65,
        255,
        256,
        257,
        1023,
        1024,
        1025,
        4095,
        4096,
        4097,
        8191,
        8192,
        8193,
        16383,
        16384,
        16385,
        24575,
        24576,
        24577,
        32767,
        32768,
        32769,
        65535,
        65536,
        65537,
        131071,
        131072,
        131073,
        (3 << 20) + 7
    };

    private ContentBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("7 aShortMessageTooLongIsAnError", world -> truncation(world, 100)),
                new Behaviour("9 aLongMessageTooLongIsAnError", world -> truncation(world, 1 << 20)),
                new Behaviour("10 shortSendsToEachOtherComplete", ContentBehaviours::symmetricSends),
                new Behaviour("10 sendReceiveCompletesAtAnySize", ContentBehaviours::symmetricSendReceive),
                new Behaviour("11 everySizeArrivesInEveryMemory", ContentBehaviours::everySizeInEveryMemory),
                new Behaviour("11 everySizeArrivesInSharedMemory", ContentBehaviours::everySizeInSharedMemory),
                new Behaviour("12 theSenderNeedNotHelp", ContentBehaviours::senderNeedNotHelp),
                new Behaviour("15 aRankSendsToItself", ContentBehaviours::selfSend),
                new Behaviour("16 nothingIsAMessageToo", ContentBehaviours::zeroBytes),
                new Behaviour("17 theNullProcessAnswersAtOnce", ContentBehaviours::nullProcess));
    }

    private static void truncation(Communicator world, int length) {
        int last = world.size() - 1;
        if (world.rank() == 0) {
            byte[] message = new byte[length];
            Arrays.fill(message, (byte) 1);
            world.send(message, last, 7); // returns: the sender is not left waiting
            world.send(new byte[] {2}, last, 7);
        } else if (world.rank() == last) {
            byte[] memory = new byte[length + 8];
            Arrays.fill(memory, (byte) 9);
            SennitException thrown = assertThrows(
                    SennitException.class, () -> world.receive(memory, DataLayout.BYTE.slice(4, length - 1), 0, 7));
            assertEquals(ErrorClass.TRUNCATE, thrown.errorClass());
            for (String part : List.of("peer=0", "tag=7", "" + length, "" + (length - 1), "communicator=")) {
                assertTrue(thrown.getMessage().contains(part), part + " is not in: " + thrown.getMessage());
            }
            for (int i : new int[] {0, 1, 2, 3, length + 3, length + 4, length + 7}) {
                assertEquals(9, memory[i], "guard byte " + i);
            }
            byte[] next = new byte[1];
            world.receive(next, 0, 7);
            assertEquals(2, next[0], "the message after it");
        }
    }

    private static void symmetricSends(Communicator world) {
        int peer = partner(world);
        if (peer < 0) {
            return;
        }
        for (int length : new int[] {1, 256}) {
            byte[] mine = filled(length, world.rank());
            byte[] theirs = new byte[length];
            world.send(mine, peer, 10);
            world.receive(theirs, peer, 10);
            assertArrayEquals(filled(length, peer), theirs);
        }
    }

    private static void symmetricSendReceive(Communicator world) {
        int peer = partner(world);
        if (peer < 0) {
            return;
        }
        for (int length : new int[] {0, 1, 256, 257, 65536, 4 << 20}) {
            byte[] mine = filled(length, world.rank());
            byte[] theirs = new byte[length];
            Status status = new Status();
            world.sendReceive(mine, DataLayout.BYTE, peer, 10, theirs, DataLayout.BYTE, peer, 10, status);
            assertArrayEquals(filled(length, peer), theirs);
            assertEquals(length, status.countBytes());
        }
    }

    private static void everySizeInEveryMemory(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() != 0 && world.rank() != last) {
            return;
        }
        for (MemoryKind sending : MemoryKind.values()) {
            for (MemoryKind receiving : MemoryKind.values()) {
                for (int length : EDGES) {
                    if (length > 131073 && sending.ordinal() != receiving.ordinal()) {
                        continue; // the longest one once for each kind
                    }
                    if (world.rank() == 0) {
                        try (Piece piece = sending.allocate(length, 1)) {
                            piece.fill(length);
                            world.send(piece.memory(), piece.layout(), last, 11);
                        }
                    } else {
                        try (Piece piece = receiving.allocate(length, 3)) {
                            world.receive(piece.memory(), piece.layout(), 0, 11);
                            piece.check(length, sending + " to " + receiving + ", length=" + length);
                        }
                    }
                }
            }
        }
    }

    /** From memory of {@code allocateShared} to every kind, from every kind to it, and from it to itself. */
    private static void everySizeInSharedMemory(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() != 0 && world.rank() != last) {
            return;
        }
        for (int length : EDGES) {
            try (Arena shared = world.endpoint().newSharedArena()) {
                sharedMessage(world, shared, null, null, length);
                for (MemoryKind kind : MemoryKind.values()) {
                    if (length <= 131073 || kind == MemoryKind.BYTES) {
                        sharedMessage(world, shared, null, kind, length);
                        sharedMessage(world, shared, kind, null, length);
                    }
                }
            }
        }
    }

    /** One message from the first to the last; a kind that is null stands for shared memory. */
    private static void sharedMessage(
            Communicator world, Arena shared, MemoryKind sending, MemoryKind receiving, int length) {
        boolean isSender = world.rank() == 0;
        MemoryKind own = isSender ? sending : receiving;
        int offset = isSender ? 1 : 3;
        try (Piece piece = own == null ? MemoryKind.allocateIn(shared, length, offset) : own.allocate(length, offset)) {
            if (isSender) {
                piece.fill(length);
                world.send(piece.memory(), piece.layout(), world.size() - 1, 11);
            } else {
                world.receive(piece.memory(), piece.layout(), 0, 11);
                piece.check(length, sending + " to " + receiving + " (null: shared), length=" + length);
            }
        }
    }

    /** Where both are in one JVM the receiver completes alone; across JVMs a long transfer needs its sender to call. */
    private static void senderNeedNotHelp(Communicator world) {
        int peer = 1;
        if (world.processOf(0) != world.processOf(peer)) {
            return;
        }
        byte[] message = new byte[8 << 20];
        if (world.rank() == 0) {
            Arrays.fill(message, (byte) 12);
            HAS_ARRIVED.drainPermits();
            for (int round = 0; round < 3; round++) {
                Request send = round == 1
                        ? world.nonblocking().sendSynchronous(message, peer, 12)
                        : world.nonblocking().send(message, peer, 12);
                HAS_ARRIVED.acquireUninterruptibly(); // outside the library
                assertTrue(send.test(), "not complete at the first test");
            }
        } else if (world.rank() == peer) {
            for (int round = 0; round < 3; round++) {
                long helped = world.endpoint().statistics().protocols().helpedBytes();
                Arrays.fill(message, (byte) 0);
                if (round == 2) {
                    world.nonblocking().receive(message, 0, 12).await();
                } else {
                    world.receive(message, 0, 12);
                }
                assertArrayEquals(filled(message.length, 12), message);
                assertEquals(helped, world.endpoint().statistics().protocols().helpedBytes(), "the sender has copied");
                HAS_ARRIVED.release();
            }
        }
    }

    /** Between two endpoints of one JVM, beside the library; used by one behaviour of one job at a time. */
    private static final java.util.concurrent.Semaphore HAS_ARRIVED = new java.util.concurrent.Semaphore(0);

    private static void selfSend(Communicator world) {
        int me = world.rank();
        for (int length : new int[] {0, 10, 1 << 20}) {
            byte[] out = filled(length, 15);
            byte[] in = new byte[length];
            Request receive = world.nonblocking().receive(in, me, 15);
            world.send(out, me, 15);
            checkSelf(receive.await(), me, length);
            assertArrayEquals(out, in);

            in = new byte[length];
            Request send = world.nonblocking().send(out, me, 15);
            Status status = new Status();
            world.receive(in, ANY_SOURCE, ANY_TAG, status);
            send.await();
            checkSelf(status, me, length);
            assertArrayEquals(out, in);
        }
    }

    private static void checkSelf(Status status, int me, int length) {
        assertEquals(me, status.source());
        assertEquals(15, status.tag());
        assertEquals(length, status.countBytes());
    }

    private static void zeroBytes(Communicator world) {
        int last = world.size() - 1;
        byte[] empty = new byte[0];
        if (world.rank() == 0) {
            world.send(empty, last, 16);
            world.send(new byte[] {1}, last, 16);
            world.send(null, DataLayout.BYTE.count(0), last, 16);
            world.nonblocking().send(empty, last, 16).await();
            world.send(new byte[] {2}, last, 16);
        } else if (world.rank() == last) {
            byte[] one = new byte[1];
            Status status = new Status();
            int[] lengths = {0, 1, 0, 0, 1};
            for (int i = 0; i < lengths.length; i++) {
                if (i == 2) {
                    world.receive(null, DataLayout.BYTE.count(0), 0, 16, status);
                } else {
                    world.receive(one, 0, 16, status);
                }
                assertEquals(lengths[i], status.countBytes(), "message " + i);
            }
            assertEquals(2, one[0]);
        }
    }

    private static void nullProcess(Communicator world) {
        byte[] memory = {5};
        Status status = new Status();
        Request waiting = world.nonblocking().send(new byte[] {6}, world.rank(), 17); // the null process is no wildcard
        world.send(memory, NULL_PROCESS, 17);
        world.nonblocking().send(memory, NULL_PROCESS, 17).await();
        world.receive(memory, NULL_PROCESS, ANY_TAG, status);
        checkNull(status, memory);
        world.nonblocking().receive(memory, NULL_PROCESS, 17).await(status.clear());
        checkNull(status, memory);
        assertTrue(world.nonblocking().probe(NULL_PROCESS, 17, status.clear()));
        checkNull(status, memory);
        world.receive(memory, ANY_SOURCE, 17);
        waiting.await();
        assertEquals(6, memory[0], "the message that has waited");
    }

    private static void checkNull(Status status, byte[] memory) {
        assertEquals(NULL_PROCESS, status.source());
        assertEquals(0, status.countBytes());
        assertEquals(5, memory[0], "the memory was touched");
    }

    private static int partner(Communicator world) {
        int last = world.size() - 1;
        return world.rank() == 0 ? last : world.rank() == last ? 0 : -1;
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }
}
