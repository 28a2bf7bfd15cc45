package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.ANY_TAG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.conformance.random.LayoutKind;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** Elements that do not lie side by side go every way that others go. */
final class LayoutBehaviours {
    /** In the cell, in the inbox, the first by reference, eager to another process, rendezvous in several pieces. */
    private static final int[] COUNTS = {1, 5, 11, 32, 33, 700, 20_000, 450_001};

    private static final int TAG = 61;

    private LayoutBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("11 everyLayoutReachesEveryOther", LayoutBehaviours::everyLayoutReachesEveryOther),
                new Behaviour("11 layoutsInUnexpectedMessages", LayoutBehaviours::unexpected),
                new Behaviour("11 layoutsOfConfinedMemory", LayoutBehaviours::confined),
                new Behaviour("11 layoutsOfBooleans", LayoutBehaviours::booleans),
                new Behaviour("11 whatALayoutDoesNotMeanIsLeftAlone", LayoutBehaviours::shortMessage),
                new Behaviour("11 closedMemoryWithALayoutIsAnError", LayoutBehaviours::closedMemory),
                new Behaviour("15 aRankSendsLayoutsToItself", LayoutBehaviours::toItself),
                new Behaviour("7 aMessageTooLongForItsLayoutIsAnError", LayoutBehaviours::truncation),
                new Behaviour("145 aLayoutOutsideItsMemoryIsAnErrorBeforehand", LayoutBehaviours::outside),
                new Behaviour("27 collectivesTakeLayouts", LayoutBehaviours::collectives));
    }

    private static long value(int i) {
        return 1_000_003L * i + 17;
    }

    private static long[] filled(LayoutKind kind, int count) {
        long[] memory = new long[kind.roomFor(count)];
        Arrays.fill(memory, -1);
        for (int i = 0; i < count; i++) {
            memory[kind.placeOf(i, count)] = value(i);
        }
        return memory;
    }

    private static long[] empty(LayoutKind kind, int count) {
        long[] memory = new long[kind.roomFor(count)];
        Arrays.fill(memory, -1);
        return memory;
    }

    private static void everyLayoutReachesEveryOther(Communicator world) {
        int last = world.size() - 1;
        for (LayoutKind from : LayoutKind.values()) {
            for (LayoutKind to : LayoutKind.values()) {
                for (int count : COUNTS) {
                    if (count > 100_000 && from.ordinal() + 1 != to.ordinal()) {
                        continue; // the longest once from each kind
                    }
                    boolean isOffHeap = count % 2 == 0;
                    if (world.rank() == 0) {
                        world.send(memory(filled(from, count), isOffHeap), from.layout(count), last, TAG);
                    } else if (world.rank() == last) {
                        Object memory = memory(empty(to, count), !isOffHeap);
                        Status status = world.receive(memory, to.layout(count), 0, TAG, new Status());
                        String what = from + " to " + to + " count=" + count;
                        assertArrayEquals(filled(to, count), longs(memory), what);
                        assertEquals(count, status.elements(to.layout(count)), what);
                    }
                }
            }
        }
    }

    private static Object memory(long[] values, boolean isOffHeap) {
        if (!isOffHeap) {
            return values;
        }
        MemorySegment segment = Arena.ofAuto().allocate(8L * values.length, 8);
        MemorySegment.copy(values, 0, segment, ValueLayout.JAVA_LONG, 0, values.length);
        return segment;
    }

    private static long[] longs(Object memory) {
        return memory instanceof long[] values ? values : ((MemorySegment) memory).toArray(ValueLayout.JAVA_LONG);
    }

    private static void unexpected(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == 0) {
            Request[] sends = new Request[COUNTS.length];
            for (int i = 0; i < sends.length; i++) {
                sends[i] = world.nonblocking()
                        .send(filled(LayoutKind.COLUMN, COUNTS[i]), LayoutKind.COLUMN.layout(COUNTS[i]), last, TAG);
            }
            world.send(new byte[1], last, TAG + 1);
            Request.awaitAll(sends);
        } else if (world.rank() == last) {
            world.receive(new byte[1], 0, TAG + 1); // all of the others have arrived before it
            for (int count : COUNTS) {
                Status probed = world.probe(ANY_SOURCE, TAG);
                assertEquals(count, probed.count(DataLayout.LONG));
                long[] memory = empty(LayoutKind.SCATTERED, count);
                world.receive(memory, LayoutKind.SCATTERED.layout(count), probed.source(), probed.tag());
                assertArrayEquals(filled(LayoutKind.SCATTERED, count), memory, "count=" + count);
            }
        }
    }

    private static void confined(Communicator world) {
        int last = world.size() - 1;
        for (int count : COUNTS) {
            try (Arena arena = Arena.ofConfined()) {
                LayoutKind kind = world.rank() == 0 ? LayoutKind.STRUCTS : LayoutKind.BACKWARDS;
                MemorySegment memory = arena.allocate(8L * kind.roomFor(count), 8);
                if (world.rank() == 0) {
                    memory.copyFrom(MemorySegment.ofArray(filled(kind, count)));
                    world.send(memory, kind.layout(count), last, TAG);
                } else if (world.rank() == last) {
                    memory.fill((byte) -1);
                    world.receive(memory, kind.layout(count), 0, TAG);
                    assertArrayEquals(filled(kind, count), memory.toArray(ValueLayout.JAVA_LONG), "count=" + count);
                }
            }
        }
    }

    private static void booleans(Communicator world) {
        int last = world.size() - 1;
        DataLayout odd = DataLayout.vector(3, 1, 2, DataLayout.BOOLEAN).byteShifted(1);
        if (world.rank() == 0) {
            world.send(new boolean[] {false, true, false, false, false, true}, odd, last, TAG);
        } else if (world.rank() == last) {
            boolean[] memory = {true, false, true, true, true, false, true};
            world.receive(memory, odd, 0, TAG);
            assertArrayEquals(new boolean[] {true, true, true, false, true, true, true}, memory);
        }
    }

    private static void shortMessage(Communicator world) {
        int last = world.size() - 1;
        for (int count : COUNTS) {
            int sent = count / 2;
            if (world.rank() == 0) {
                world.send(filled(LayoutKind.IN_A_ROW, count), DataLayout.LONG.count(sent), last, TAG);
            } else if (world.rank() == last) {
                long[] memory = empty(LayoutKind.COLUMN, count);
                Status status = world.receive(memory, LayoutKind.COLUMN.layout(count), 0, TAG, new Status());
                assertEquals(sent, status.count(DataLayout.LONG));
                for (int i = 0; i < memory.length; i++) {
                    boolean isMeant = i % 3 == 0 && i / 3 < sent;
                    assertEquals(isMeant ? value(i / 3) : -1, memory[i], "count=" + count + " at " + i);
                }
            }
        }
    }

    /** In one JVM, where the sender's memory is read when the receive has matched. */
    private static void closedMemory(Communicator world) {
        int last = world.size() - 1;
        if (world.processOf(0) != world.processOf(last)) {
            return;
        }
        int count = 100_000;
        if (world.rank() == 0) {
            Arena arena = Arena.ofShared();
            Request send = world.nonblocking()
                    .send(arena.allocate(24L * count, 8), LayoutKind.COLUMN.layout(count), last, TAG);
            arena.close();
            world.send(new byte[1], last, TAG + 1);
            assertEquals(
                    ErrorClass.BUFFER,
                    assertThrows(SennitException.class, send::await).errorClass());
        } else if (world.rank() == last) {
            world.receive(new byte[1], 0, TAG + 1);
            long[] memory = new long[count];
            SennitException error = assertThrows(SennitException.class, () -> world.receive(memory, 0, TAG));
            assertEquals(ErrorClass.BUFFER, error.errorClass());
        }
    }

    private static void toItself(Communicator world) {
        int me = world.rank();
        for (int count : COUNTS) {
            long[] in = empty(LayoutKind.TILE, count);
            Request receive = world.nonblocking().receive(in, LayoutKind.TILE.layout(count), me, TAG);
            world.send(filled(LayoutKind.COLUMN, count), LayoutKind.COLUMN.layout(count), me, TAG);
            receive.await();
            assertArrayEquals(filled(LayoutKind.TILE, count), in, "count=" + count);

            long[] back = empty(LayoutKind.STRUCTS, count);
            Status status = new Status();
            world.sendReceive(
                    in,
                    LayoutKind.TILE.layout(count),
                    me,
                    TAG,
                    back,
                    LayoutKind.STRUCTS.layout(count),
                    ANY_SOURCE,
                    ANY_TAG,
                    status);
            assertArrayEquals(filled(LayoutKind.STRUCTS, count), back, "count=" + count);
        }
    }

    private static void truncation(Communicator world) {
        int last = world.size() - 1;
        for (int count : COUNTS) {
            if (world.rank() == 0) {
                world.send(filled(LayoutKind.COLUMN, count), LayoutKind.COLUMN.layout(count), last, TAG);
                world.send(new long[] {4}, last, TAG);
            } else if (world.rank() == last) {
                long[] memory = empty(LayoutKind.COLUMN, count);
                DataLayout oneLess = DataLayout.vector(count - 1, 1, 3, DataLayout.LONG);
                SennitException error =
                        assertThrows(SennitException.class, () -> world.receive(memory, oneLess, 0, TAG));
                assertEquals(ErrorClass.TRUNCATE, error.errorClass());
                assertArrayEquals(empty(LayoutKind.COLUMN, count), memory, "the memory was touched");
                world.receive(memory, DataLayout.LONG.count(1), 0, TAG);
                assertEquals(4, memory[0], "the message after it");
            }
        }
    }

    private static void outside(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == last) {
            long[] memory = new long[9];
            DataLayout column = DataLayout.vector(4, 1, 3, DataLayout.LONG);
            SennitException tooLong = assertThrows(SennitException.class, () -> world.receive(memory, column, 0, TAG));
            assertEquals(ErrorClass.COUNT, tooLong.errorClass());
            assertTrue(
                    tooLong.getMessage()
                            .startsWith("memory too small for its layout: layout=vector(count=4 block=1 stride=3, LONG)"
                                    + " needs=80 bytes has=72 bytes operation=receive"),
                    tooLong::getMessage);
            SennitException before = assertThrows(
                    SennitException.class,
                    () -> world.receive(memory, DataLayout.vector(2, 1, -1, DataLayout.LONG), 0, TAG));
            assertEquals(ErrorClass.COUNT, before.errorClass());
            SennitException twice = assertThrows(
                    SennitException.class,
                    () -> world.receive(memory, DataLayout.byteVector(2, 1, 4, DataLayout.LONG), 0, TAG));
            assertEquals(ErrorClass.ARG, twice.errorClass());
            assertTrue(twice.getMessage().startsWith("a layout that means a byte twice cannot receive: layout="));
            assertThrows(SennitException.class, () -> world.send(memory, column, 0, TAG));
            world.receive(memory, 0, TAG); // nothing was posted, so this gets the message
            assertEquals(8, memory[0]);
        } else if (world.rank() == 0) {
            world.send(new long[] {8}, last, TAG);
        }
    }

    private static void collectives(Communicator world) {
        int n = world.size();
        int me = world.rank();
        for (int count : new int[] {5, 3000}) {
            DataLayout column = LayoutKind.COLUMN.layout(count);
            long[] all = me == 1 ? filled(LayoutKind.COLUMN, count) : empty(LayoutKind.COLUMN, count);
            world.broadcast(all, column, 1);
            assertArrayEquals(filled(LayoutKind.COLUMN, count), all, "broadcast");

            DataLayout block = column.resized(0, 24L * count);
            long[] mine = new long[3 * count];
            for (int i = 0; i < count; i++) {
                mine[3 * i] = value(i) + me;
            }
            long[] gathered = new long[3 * count * n];
            world.allgather(mine, gathered, block);
            for (int i = 0; i < count * n; i++) {
                assertEquals(value(i % count) + i / count, gathered[3 * i], "allgather at " + i);
                assertEquals(0, gathered[3 * i + 1], "a gap");
            }
            long[] atRoot = new long[3 * count * n];
            world.gather(mine, atRoot, block, 2);
            assertArrayEquals(me == 2 ? gathered : new long[3 * count * n], atRoot, "gather");
            long[] back = new long[3 * count];
            world.scatter(atRoot, back, block, 2);
            assertArrayEquals(mine, back, "scatter");
            long[] turned = new long[3 * count * n];
            world.alltoall(gathered, turned, block);
            for (int i = 0; i < count * n; i++) {
                assertEquals(value(i % count) + me, turned[3 * i], "alltoall at " + i);
            }
            long[] sum = new long[3 * count];
            world.allreduce(mine, sum, column, Operation.SUM);
            for (int i = 0; i < count; i++) {
                assertEquals(n * value(i) + n * (n - 1) / 2, sum[3 * i], "allreduce at " + i);
            }
        }
        DataLayout mixed = DataLayout.struct(new long[] {0, 8}, DataLayout.INT, DataLayout.LONG);
        SennitException error = assertThrows(
                SennitException.class, () -> world.allreduce(new byte[16], new byte[16], mixed, Operation.SUM));
        assertEquals(ErrorClass.OP, error.errorClass());
    }
}
