package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** What was sent as one type is not received as another, in any protocol; bytes fit all. */
final class TypeBehaviours {
    private static final int TAG = 62;

    /** In a cell, in the inbox, by reference, in several pieces. */
    private static final int[] INTS = {3, 50, 3000, 2_000_000};

    private TypeBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("types anotherTypeIsAnErrorThatSaysSo", world -> otherType(world, false)),
                new Behaviour("types anotherTypeInAnUnexpectedMessageToo", world -> otherType(world, true)),
                new Behaviour("types structsAgreeByTheirFields", TypeBehaviours::structs),
                new Behaviour("types bytesFitAll", TypeBehaviours::bytes));
    }

    private static void otherType(Communicator world, boolean isUnexpected) {
        int last = world.size() - 1;
        for (int ints : INTS) {
            if (world.rank() == 0) {
                Request send = world.nonblocking().send(new int[ints], last, TAG);
                world.send(new byte[1], last, TAG + 1);
                send.await(); // is not left waiting
                world.send(new int[] {7}, last, TAG);
            } else if (world.rank() == last) {
                double[] memory = new double[ints];
                Arrays.fill(memory, 5);
                if (isUnexpected) {
                    world.receive(new byte[1], 0, TAG + 1);
                    Status probed = world.probe(0, TAG); // does not check
                    assertEquals(4L * ints, probed.countBytes());
                }
                SennitException error = assertThrows(SennitException.class, () -> world.receive(memory, 0, TAG));
                assertEquals(ErrorClass.TYPE, error.errorClass());
                String expected =
                        "types do not agree: sent " + ints + " INT, received as DOUBLE: operation=receive rank=" + last
                                + " peer=0 tag=" + TAG + " communicator=";
                assertTrue(error.getMessage().startsWith(expected), error::getMessage);
                assertTrue(
                        error.getMessage().endsWith(" length=" + 4L * ints + " capacity=" + 8L * ints),
                        error::getMessage);
                assertTrue(Arrays.stream(memory).allMatch(d -> d == 5), "the memory was touched");
                if (!isUnexpected) {
                    world.receive(new byte[1], 0, TAG + 1);
                }
                int[] next = new int[1];
                world.receive(next, 0, TAG);
                assertEquals(7, next[0]);
            }
        }
    }

    private static void structs(Communicator world) {
        int last = world.size() - 1;
        int n = 10_000;
        DataLayout wide = DataLayout.struct(new long[] {0, 8}, DataLayout.INT, DataLayout.DOUBLE);
        DataLayout tight = DataLayout.struct(new long[] {0, 4}, DataLayout.INT, DataLayout.DOUBLE);
        DataLayout turned = DataLayout.struct(new long[] {0, 8}, DataLayout.DOUBLE, DataLayout.INT);
        MemorySegment memory = Arena.ofAuto().allocate(16L * n + 16, 8);
        if (world.rank() == 0) {
            for (int count : new int[] {1, n / 2, n}) {
                world.send(memory, wide.count(count), last, TAG);
                world.send(memory, wide.count(count), last, TAG);
            }
        } else if (world.rank() == last) {
            for (int count : new int[] {1, n / 2, n}) {
                Status status = world.receive(memory, tight.count(n), 0, TAG, new Status()); // may be longer
                assertEquals(count, status.count(tight));
                assertEquals(2L * count, status.elements(tight));
                SennitException error = assertThrows(
                        SennitException.class,
                        () -> world.receive(memory, turned.resized(0, 16).count(n), 0, TAG));
                assertEquals(ErrorClass.TYPE, error.errorClass());
                assertTrue(
                        error.getMessage()
                                .startsWith("types do not agree: sent " + 12L * count
                                        + " bytes of mixed types, received as resized(struct(DOUBLE at 0, INT at 8)"),
                        error::getMessage);
            }
        }
    }

    private static void bytes(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == 0) {
            world.send(new double[] {1, 2}, last, TAG);
            world.send(new byte[16], last, TAG);
            world.send(new int[0], last, TAG);
        } else if (world.rank() == last) {
            world.receive(new byte[16], 0, TAG);
            world.receive(new double[2], 0, TAG);
            world.receive(new double[2], 0, TAG);
        }
    }
}
