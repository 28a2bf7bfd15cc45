package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.ANY_TAG;
import static org.sennit.Communicator.NULL_PROCESS;

import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * Self-sends, empty messages, the null process and order in every mode of sending, and what synchronous means (15 to
 * 17, 57).
 */
final class ModeBehaviours {
    private static final int[] LENGTHS = {0, 1, 1024, 1025, 100_000};
    private static final int TAG = 57;

    private ModeBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("2 messagesOfAllModesDoNotOvertake", ModeBehaviours::modesDoNotOvertake),
                new Behaviour("15 aRankSendsToItselfInEveryMode", ModeBehaviours::selfSend),
                new Behaviour("16 nothingIsAMessageInEveryMode", ModeBehaviours::zeroBytes),
                new Behaviour("17 theNullProcessAnswersInEveryMode", ModeBehaviours::nullProcess),
                new Behaviour("57 aSynchronousSendWaitsForItsReceive", ModeBehaviours::synchronousWaits),
                new Behaviour("bufferedSendsNeedNoReceive", ModeBehaviours::bufferedNeedsNoReceive),
                new Behaviour("aMessageThatDoesNotFitTheBufferIsAnError", ModeBehaviours::bufferIsTooSmall),
                new Behaviour("sendReceiveAndReplaceInEveryForm", ModeBehaviours::exchange),
                new Behaviour("145 badArgumentsDoNothing", ModeBehaviours::badArguments));
    }

    private static void modesDoNotOvertake(Communicator world) {
        int last = world.size() - 1;
        List<SendWay> ways = SendWay.all();
        if (world.rank() == 0) {
            world.attachBuffer(new byte[1 << 20]);
            for (int i = 0; i < ways.size() * LENGTHS.length; i++) {
                byte[] message = filled(LENGTHS[i % LENGTHS.length], i);
                ways.get(i / LENGTHS.length).send(world, message, DataLayout.BYTE, last, TAG);
            }
            world.detachBuffer();
        } else if (world.rank() == last) {
            byte[] memory = new byte[100_000];
            for (int i = 0; i < ways.size() * LENGTHS.length; i++) {
                Status status = world.receive(memory, 0, TAG, new Status());
                String name = ways.get(i / LENGTHS.length).name() + " " + LENGTHS[i % LENGTHS.length];
                assertEquals(LENGTHS[i % LENGTHS.length], status.countBytes(), name);
                assertArrayEquals(
                        filled((int) status.countBytes(), i), Arrays.copyOf(memory, (int) status.countBytes()), name);
            }
        }
    }

    private static void selfSend(Communicator world) {
        int me = world.rank();
        world.attachBuffer(new byte[200_000]);
        for (SendWay way : SendWay.all()) {
            for (int length : LENGTHS) {
                byte[] out = filled(length, 15);
                byte[] in = new byte[length];
                Request receive = world.nonblocking().receive(in, ANY_SOURCE, ANY_TAG);
                way.send(world, out, DataLayout.BYTE, me, TAG);
                Status status = receive.await();
                assertEquals("source=" + me + " tag=" + TAG + " length=" + length, status.toString(), way.name());
                assertArrayEquals(out, in, way.name());
                if (!way.isBlocking()) {
                    byte[] again = new byte[length];
                    Request send = way.call().send(world, out, DataLayout.BYTE, me, TAG);
                    world.receive(again, me, TAG);
                    send.await();
                    assertArrayEquals(out, again, way.name());
                }
            }
        }
        world.detachBuffer();
    }

    private static void zeroBytes(Communicator world) {
        int last = world.size() - 1;
        List<SendWay> ways = SendWay.all();
        if (world.rank() == 0) {
            world.attachBuffer(new byte[64]);
            for (SendWay way : ways) {
                way.send(world, null, DataLayout.BYTE.count(0), last, TAG);
                way.send(world, new byte[] {1}, DataLayout.BYTE, last, TAG);
                way.send(world, new int[0], DataLayout.INT, last, TAG);
            }
            world.detachBuffer();
        } else if (world.rank() == last) {
            byte[] memory = new byte[4];
            for (SendWay way : ways) {
                for (int length : new int[] {0, 1, 0}) {
                    Status status = world.receive(memory, 0, TAG, new Status());
                    assertEquals(length, status.countBytes(), way.name());
                }
            }
        }
    }

    private static void nullProcess(Communicator world) {
        byte[] memory = {5};
        for (SendWay way : SendWay.all()) {
            way.send(world, memory, DataLayout.BYTE, NULL_PROCESS, TAG); // without a buffer, too
        }
        Request receive = world.persistent().receive(memory, NULL_PROCESS, TAG);
        for (int i = 0; i < 3; i++) {
            receive.start();
            assertEquals("source=-2 tag=-1 length=0", receive.await().toString());
        }
        Status status = new Status();
        world.sendReceive(memory, NULL_PROCESS, TAG, memory, NULL_PROCESS, TAG, status);
        assertEquals(NULL_PROCESS, status.source());
        world.sendReceiveReplace(memory, NULL_PROCESS, TAG, NULL_PROCESS, TAG, status.clear());
        assertEquals(NULL_PROCESS, status.source());
        world.nonblocking()
                .sendReceive(memory, NULL_PROCESS, TAG, new byte[1], NULL_PROCESS, TAG)
                .await(status.clear());
        assertEquals(NULL_PROCESS, status.source());
        world.nonblocking()
                .sendReceiveReplace(memory, NULL_PROCESS, TAG, NULL_PROCESS, TAG)
                .await(status.clear());
        assertEquals(NULL_PROCESS, status.source());
        assertEquals(5, memory[0], "the memory was touched");
    }

    /**
     * The receiver posts its receive only after it has seen, by a message sent later, that the sender has looked many
     * times and found its send pending.
     */
    private static void synchronousWaits(Communicator world) {
        int last = world.size() - 1;
        byte[] word = new byte[1];
        for (SendWay way : SendWay.all()) {
            if (!way.isSynchronous() || way.isBlocking()) {
                continue;
            }
            for (int length : LENGTHS) {
                if (world.rank() == 0) {
                    Request send = way.call().send(world, filled(length, 3), DataLayout.BYTE, last, TAG);
                    for (int i = 0; i < 100; i++) {
                        assertFalse(
                                send.test(), way.name() + " of " + length + " bytes is complete before its receive");
                    }
                    world.send(word, last, 1);
                    world.receive(word, last, 2); // that one has seen our message wait, and has not received it
                    assertFalse(send.test(), way.name() + " of " + length + " bytes is complete before its receive");
                    world.send(word, last, 1);
                    send.await();
                } else if (world.rank() == last) {
                    world.receive(word, 0, 1);
                    assertEquals(length, world.probe(0, TAG).countBytes());
                    world.send(word, 0, 2);
                    world.receive(word, 0, 1);
                    byte[] memory = new byte[length];
                    world.receive(memory, 0, TAG);
                    assertArrayEquals(filled(length, 3), memory);
                }
            }
        }
    }

    /** Both send before they receive, more than any protocol keeps by itself, and change their memory at once. */
    private static void bufferedNeedsNoReceive(Communicator world) {
        int peer = partner(world);
        if (peer < 0) {
            return;
        }
        int messages = 5;
        int length = 300_000;
        Object buffer = new byte[messages * (length + Communicator.BUFFER_OVERHEAD_BYTES)];
        world.attachBuffer(buffer);
        byte[] memory = new byte[length];
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < messages; i++) {
                Arrays.fill(memory, (byte) i);
                world.sendBuffered(memory, peer, TAG);
            }
            Arrays.fill(memory, (byte) 99);
            for (int i = 0; i < messages; i++) {
                world.receive(memory, peer, TAG);
                assertArrayEquals(filled(length, i), memory, "message " + i);
            }
            world.flushBuffer();
        }
        assertTrue(buffer == world.detachBuffer(), "another buffer");
        assertEquals(null, world.detachBuffer());
    }

    private static void bufferIsTooSmall(Communicator world) {
        int me = world.rank();
        SennitException none = assertThrows(SennitException.class, () -> world.sendBuffered(new byte[8], me, TAG));
        assertEquals(ErrorClass.BUFFER, none.errorClass());
        assertTrue(none.getMessage().contains("no buffer is attached"), none.getMessage());
        world.attachBuffer(new byte[10_000]);
        assertThrows(SennitException.class, () -> world.attachBuffer(new byte[10_000]));
        world.sendBuffered(new byte[6_000], me, TAG);
        SennitException full = assertThrows(SennitException.class, () -> world.sendBuffered(new byte[5_000], me, TAG));
        assertEquals(ErrorClass.BUFFER, full.errorClass());
        for (String part :
                List.of("length=5000", "buffer=10000", "used=6000", "largest free=4000", "tag=57", "peer=" + me)) {
            assertTrue(full.getMessage().contains(part), part + " is not in: " + full.getMessage());
        }
        world.receive(new byte[6_000], me, TAG);
        world.sendBuffered(new byte[10_000], me, TAG); // now there is room again
        world.receive(new byte[10_000], me, TAG);
        world.detachBuffer();
    }

    private static void exchange(Communicator world) {
        int size = world.size();
        int up = (world.rank() + 1) % size;
        int down = (world.rank() + size - 1) % size;
        Status status = new Status();
        for (int length : new int[] {0, 8, 1025, 70_000, 2 << 20}) {
            byte[] theirs = new byte[length];
            byte[] mine = filled(length, world.rank());
            world.sendReceive(mine, up, 1, theirs, down, 1, status);
            checkExchange(theirs, status, length, down);

            Arrays.fill(theirs, (byte) 99);
            world.nonblocking().sendReceive(mine, up, 2, theirs, ANY_SOURCE, 2).await(status.clear());
            checkExchange(theirs, status, length, down);

            byte[] both = mine.clone();
            world.sendReceiveReplace(both, up, 3, down, ANY_TAG, status.clear());
            checkExchange(both, status, length, down);

            both = mine.clone();
            world.nonblocking().sendReceiveReplace(both, up, 4, down, 4).await(status.clear());
            checkExchange(both, status, length, down);
        }
    }

    private static void checkExchange(byte[] got, Status status, int length, int from) {
        assertArrayEquals(filled(length, from), got);
        assertEquals(from, status.source());
        assertEquals(length, status.countBytes());
    }

    private static void badArguments(Communicator world) {
        int me = world.rank();
        double[] memory = new double[4];
        DataLayout[] outside = {DataLayout.DOUBLE.count(5), DataLayout.DOUBLE.slice(3, 2), DataLayout.BYTE.count(33)};
        world.attachBuffer(new byte[1000]);
        for (SendWay way : SendWay.all()) {
            for (DataLayout layout : outside) {
                refused(ErrorClass.COUNT, way.name(), () -> way.send(world, memory, layout, me, TAG));
            }
            refused(ErrorClass.TYPE, way.name(), () -> way.send(world, memory, DataLayout.INT, me, TAG));
            refused(ErrorClass.RANK, way.name(), () -> way.send(world, memory, DataLayout.DOUBLE, world.size(), TAG));
            refused(ErrorClass.RANK, way.name(), () -> way.send(world, memory, DataLayout.DOUBLE, -3, TAG));
            refused(ErrorClass.TAG, way.name(), () -> way.send(world, memory, DataLayout.DOUBLE, me, ANY_TAG));
            refused(ErrorClass.BUFFER, way.name(), () -> way.send(world, "text", DataLayout.BYTE, me, TAG));
        }
        for (DataLayout layout : outside) {
            refused(ErrorClass.COUNT, "receive", () -> world.receive(memory, layout, me, TAG));
            refused(
                    ErrorClass.COUNT,
                    "receivePersistent",
                    () -> world.persistent().receive(memory, layout, me, TAG));
            refused(
                    ErrorClass.COUNT,
                    "sendReceiveReplace",
                    () -> world.sendReceiveReplace(memory, layout, me, TAG, me, TAG, null));
            refused(
                    ErrorClass.COUNT,
                    "sendReceiveNonblocking",
                    () -> world.nonblocking().sendReceive(memory, DataLayout.DOUBLE, me, TAG, memory, layout, me, TAG));
        }
        world.detachBuffer();
        assertFalse(world.nonblocking().probe(ANY_SOURCE, ANY_TAG, null), "a refused send has sent something");
        world.send(new double[] {7}, me, TAG);
        world.receive(memory, me, TAG); // no refused receive has taken it
        assertEquals(7, memory[0]);
    }

    private static void refused(ErrorClass errorClass, String name, Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run, name);
        assertEquals(errorClass, error.errorClass(), name + ": " + error.getMessage());
        for (String part : List.of("operation=", "rank=", "peer=", "tag=", "communicator=")) {
            assertTrue(
                    error.getMessage().contains(part) || errorClass == ErrorClass.BUFFER,
                    part + " is not in: " + error.getMessage());
        }
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
