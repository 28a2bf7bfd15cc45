package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Which handlers are called before errors are thrown. */
@Deadline(seconds = 60)
@Core
class ErrorHandlerTest {
    /** What a handler was called with. */
    private record Reported(Communicator communicator, SennitException error) {}

    @Test
    void aHandlerHearsOfEachErrorOnceAndThenItIsThrown() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            List<Reported> reported = new ArrayList<>();
            world.setErrorHandler((communicator, error) -> reported.add(new Reported(communicator, error)));
            SennitException badRank = assertThrows(SennitException.class, () -> world.send(new byte[1], 7, 1));
            assertReported(reported, world, badRank, ErrorClass.RANK);

            world.send(new byte[2], 0, 1);
            SennitException blocking = assertThrows(SennitException.class, () -> world.receive(new byte[1], 0, 1));
            assertReported(reported, world, blocking, ErrorClass.TRUNCATE);

            Request receive = world.nonblocking().receive(new byte[1], 0, 1);
            world.send(new byte[2], 0, 1);
            SennitException nonblocking = assertThrows(SennitException.class, receive::await);
            assertReported(reported, world, nonblocking, ErrorClass.TRUNCATE);

            Request persistent = world.persistent().receive(new byte[1], 0, 1);
            persistent.start();
            assertReported(reported, world, assertThrows(SennitException.class, persistent::start), ErrorClass.REQUEST);
            world.send(new byte[2], 0, 1);
            SennitException inAll = assertThrows(SennitException.class, () -> Request.awaitAll(persistent));
            assertReported(reported, world, inAll, ErrorClass.TRUNCATE);

            SennitException paired = assertThrows(
                    SennitException.class,
                    () -> world.nonblocking()
                            .sendReceive(new byte[2000], 0, 1, new byte[1000], 0, 1)
                            .await());
            assertReported(reported, world, paired, ErrorClass.TRUNCATE);

            SennitException root =
                    assertThrows(SennitException.class, () -> world.broadcast(new byte[1], DataLayout.BYTE, 9));
            assertReported(reported, world, root, ErrorClass.ROOT);
        });
    }

    @Test
    void aHandlerHearsOfTheErrorsOfMatchedMessages() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            List<Reported> reported = new ArrayList<>();
            world.setErrorHandler((communicator, error) -> reported.add(new Reported(communicator, error)));
            world.send(new int[2], 0, 1);
            MatchedMessage message = world.probeMatched(0, 1);
            assertReported(
                    reported,
                    world,
                    assertThrows(SennitException.class, () -> message.receive("text")),
                    ErrorClass.BUFFER);
            assertReported(
                    reported,
                    world,
                    assertThrows(SennitException.class, () -> message.receive(new long[1], DataLayout.INT, null)),
                    ErrorClass.TYPE);
            assertReported(
                    reported,
                    world,
                    assertThrows(SennitException.class, () -> message.receiveNonblocking("text")),
                    ErrorClass.BUFFER);
            int[] memory = new int[2];
            message.receive(memory); // the errors have not taken it
            assertReported(
                    reported,
                    world,
                    assertThrows(SennitException.class, () -> message.receive(memory)),
                    ErrorClass.REQUEST);
            assertReported(
                    reported,
                    world,
                    assertThrows(SennitException.class, () -> message.receiveNonblocking(memory)),
                    ErrorClass.REQUEST);

            world.send(new int[2], 0, 1);
            world.probeMatched(0, 1, message);
            assertReported(
                    reported,
                    world,
                    assertThrows(SennitException.class, () -> message.receive(new int[1])),
                    ErrorClass.TRUNCATE);
        });
    }

    private static void assertReported(
            List<Reported> reported, Communicator communicator, SennitException error, ErrorClass errorClass) {
        assertEquals(errorClass, error.errorClass());
        assertEquals(1, reported.size(), "reported=" + reported);
        assertSame(communicator, reported.getFirst().communicator());
        assertSame(error, reported.getFirst().error());
        reported.clear();
    }

    @Test
    void communicatorsTakeOverTheHandlerOfTheirParentOrAskTheEndpoints() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            assertSame(ErrorHandler.THROW, world.errorHandler());
            Communicator before = world.duplicate();
            ErrorHandler own = (communicator, error) -> {};
            ErrorHandler ofEndpoint = (communicator, error) -> {};
            endpoint.setErrorHandler(ofEndpoint);
            world.setErrorHandler(own);
            Communicator after = world.duplicate();
            assertSame(own, world.errorHandler());
            assertSame(own, after.errorHandler());
            assertSame(ofEndpoint, before.errorHandler());
            world.setErrorHandler(null);
            assertSame(ofEndpoint, world.errorHandler());
            assertSame(own, after.errorHandler());
        });
    }

    @Test
    void aHandlerMayThrowAnotherException() {
        IllegalStateException other = new IllegalStateException("on purpose");
        Job.run(1, endpoint -> {
            endpoint.setErrorHandler((communicator, error) -> {
                throw other;
            });
            assertSame(
                    other,
                    assertThrows(
                            IllegalStateException.class, () -> endpoint.world().send(new byte[1], 9, 1)));
        });
    }

    @Test
    void abortEndsTheJobEvenIfTheProgramGoesOn() {
        SennitException ended = assertThrows(
                SennitException.class,
                () -> Job.run(2, endpoint -> {
                    Communicator world = endpoint.world();
                    if (world.rank() == 0) {
                        world.setErrorHandler(ErrorHandler.ABORT);
                        assertThrows(SennitException.class, () -> world.send(new byte[1], 9, 1));
                    } else {
                        SennitException seen =
                                assertThrows(SennitException.class, () -> world.receive(new byte[1], 0, 1));
                        assertEquals(ErrorClass.PROC_ABORTED, seen.errorClass());
                        assertTrue(seen.getMessage().contains("rank 0 of world"), seen.getMessage());
                    }
                }));
        assertEquals(ErrorClass.PROC_ABORTED, ended.errorClass());
        assertTrue(ended.getMessage().contains("rank outside"), ended.getMessage());
    }
}
