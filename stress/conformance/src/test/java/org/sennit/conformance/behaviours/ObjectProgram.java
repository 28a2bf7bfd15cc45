package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.ANY_TAG;
import static org.sennit.Communicator.NULL_PROCESS;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.ObjectRequest;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.datatype.ObjectRules;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** What two ranks do with objects; in one JVM and in two. */
public final class ObjectProgram {
    private static final int TAG = 81;

    private ObjectProgram() {}

    /** A record with an array: goes by its bytes only. */
    record Order(String name, int count, double[] values) implements Serializable {}

    /** An immutable record. */
    record Point(int x, Double y, String name) implements Serializable {}

    private static final Point SHARED = new Point(3, 4.5, "shared");

    /**
     * Runs the program.
     *
     * @param args on or off
     */
    public static void main(String[] args) {
        boolean isOn = args[0].equals("on");
        Job.run(1, isOn ? allowed() : Options.fromEnvironment(), endpoint -> {
            if (isOn) {
                on(endpoint.world());
            } else {
                off(endpoint.world());
            }
        });
    }

    static Options allowed() {
        return Options.fromEnvironment().with(ObjectRules.ALLOW, ObjectProgram.class.getName() + "*", "test");
    }

    static void on(Communicator world) {
        boolean isSender = world.rank() == 0;
        exchange(world, isSender);
        wildcards(world, isSender);
        sharing(world, isSender);
        mistakes(world, isSender);
        assertNull(world.receiveObject(Point.class, NULL_PROCESS, TAG));
        world.sendObject("nobody", NULL_PROCESS, TAG);
        world.barrier();
    }

    private static void exchange(Communicator world, boolean isSender) {
        for (int n : new int[] {0, 3, 1000, 300_000}) {
            if (isSender) {
                world.sendObject(new Order("order", n, new double[n]), 1, TAG);
                Order mine = new Order("nonblocking", n, new double[n]);
                Request send = world.nonblocking().sendObject(mine, 1, TAG);
                if (n > 0) {
                    mine.values()[0] = 9; // the object has been written already
                }
                send.await();
            } else {
                Status status = new Status();
                Order order = world.receiveObject(Order.class, 0, TAG, status);
                assertEquals("order", order.name());
                assertArrayEquals(new double[n], order.values());
                assertTrue(status.countBytes() > 8L * n);
                ObjectRequest<Order> request = world.nonblocking().receiveObject(Order.class, 0, TAG);
                assertEquals(
                        ErrorClass.REQUEST,
                        assertThrows(SennitException.class, request::value).errorClass());
                request.await();
                assertArrayEquals(new double[n], request.value().values());
            }
        }
    }

    private static void wildcards(Communicator world, boolean isSender) {
        if (isSender) {
            for (int i = 0; i < 10; i++) {
                world.sendObject(i, 1, TAG + i);
                world.send(new int[] {i}, 1, TAG + i);
            }
        } else {
            List<ObjectRequest<Integer>> requests = new ArrayList<>();
            List<int[]> plain = new ArrayList<>();
            List<Request> all = new ArrayList<>();
            for (int i = 0; i < 10; i++) { // in the order of posting, objects and memory alike
                requests.add(world.nonblocking().receiveObject(Integer.class, ANY_SOURCE, ANY_TAG));
                plain.add(new int[1]);
                all.add(requests.get(i));
                all.add(world.nonblocking().receive(plain.get(i), ANY_SOURCE, ANY_TAG));
            }
            Request.awaitAll(all.toArray(Request[]::new));
            for (int i = 0; i < 10; i++) {
                assertEquals(i, requests.get(i).value());
                assertEquals(i, plain.get(i)[0]);
            }
        }
    }

    private static void sharing(Communicator world, boolean isSender) {
        if (isSender) {
            SennitException error = assertThrows(
                    SennitException.class, () -> world.shareObject(new Order("a", 1, new double[1]), 1, TAG));
            assertEquals(ErrorClass.TYPE, error.errorClass());
            assertTrue(error.getMessage().startsWith("object may change and cannot be shared: component values of "));
            world.shareObject(SHARED, 1, TAG);
            world.shareObject(null, 1, TAG);
        } else {
            Point point = world.receiveObject(Point.class, 0, TAG);
            assertEquals(SHARED, point);
            if (world.processOf(0) == world.processOf(1)) {
                assertSame(SHARED, point);
            }
            assertNull(world.receiveObject(Point.class, 0, TAG));
        }
    }

    private static void mistakes(Communicator world, boolean isSender) {
        if (isSender) {
            world.sendObject(new ArrayList<>(List.of("a")), 1, TAG); // not allowed there
            world.sendObject("text", 1, TAG);
            world.send(new double[] {1}, 1, TAG);
            world.sendObject(new Point(1, 2.0, ""), 1, TAG);
            world.sendObject("the end", 1, TAG);
        } else {
            SennitException refused =
                    assertThrows(SennitException.class, () -> world.receiveObject(Object.class, ANY_SOURCE, ANY_TAG));
            assertEquals(ErrorClass.TYPE, refused.errorClass());
            String text = "class is not allowed: class=java.util.ArrayList (-o 'objects.allow=";
            assertTrue(refused.getMessage().startsWith(text), refused::getMessage);
            String where = ",java.util.ArrayList' allows it): operation=receiveObject rank=1 peer=0 tag=" + TAG
                    + " communicator=";
            assertTrue(refused.getMessage().contains(where), refused::getMessage);
            SennitException other = assertThrows(SennitException.class, () -> world.receiveObject(Point.class, 0, TAG));
            assertEquals(ErrorClass.TYPE, other.errorClass());
            assertTrue(
                    other.getMessage().startsWith("object of another class: sent java.lang.String, received as "),
                    other::getMessage);
            SennitException memory =
                    assertThrows(SennitException.class, () -> world.receiveObject(Point.class, 0, TAG));
            assertTrue(
                    memory.getMessage().startsWith("types do not agree: sent 1 DOUBLE, received as an object: "),
                    memory::getMessage);
            SennitException object = assertThrows(SennitException.class, () -> world.receive(new double[100], 0, TAG));
            assertTrue(
                    object.getMessage().startsWith("types do not agree: sent an object, received as DOUBLE: "),
                    object::getMessage);
            assertEquals("the end", world.receiveObject(String.class, 0, TAG));
        }
    }

    static void off(Communicator world) {
        boolean isLocal = world.processOf(0) == world.processOf(1);
        if (world.rank() == 0) {
            SennitException error = assertThrows(SennitException.class, () -> world.sendObject("text", 1, TAG));
            assertEquals(ErrorClass.UNSUPPORTED, error.errorClass());
            assertTrue(
                    error.getMessage().startsWith("objects are off: set the option objects.allow to the classes"),
                    error::getMessage);
            if (isLocal) {
                world.shareObject(SHARED, 1, TAG); // needs no reading
            }
        } else if (isLocal) {
            assertSame(SHARED, world.receiveObject(Point.class, 0, TAG));
        }
        world.barrier();
    }
}
