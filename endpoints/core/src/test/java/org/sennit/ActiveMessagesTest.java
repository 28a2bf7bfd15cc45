package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.ThreadStates;

/** Active messages among the endpoints of one process, and what is particular to that. */
@Core
@Deadline(seconds = 60)
class ActiveMessagesTest {
    private static final Options CHECKED = Options.fromEnvironment().with(SingleThreadCheck.CHECKED, true, "test");

    @Test
    void aVectorOfNothingIsRefused() {
        SennitException error = assertThrows(SennitException.class, () -> ActiveVector.of(null));
        assertEquals(ErrorClass.BUFFER, error.errorClass());
        assertEquals("no memory: given=null operation=ActiveVector.of", error.getMessage());
    }

    @Test
    void aThreadsOwnMemoryIsFilledByItsThread() {
        Job.run(2, endpoint -> {
            ActiveMessages active = endpoint.world().activeMessages();
            ActiveCounter counter = active.newCounter();
            receivingAlone(endpoint.world(), 16, own -> {
                if (endpoint.world().rank() == 0) {
                    own.set(ValueLayout.JAVA_LONG, 8, 42);
                    active.send(1, 0, null, ActiveVector.of(own), counter.number(), counter, null);
                    counter.await(1);
                } else {
                    counter.await(1);
                    assertEquals(42, own.get(ValueLayout.JAVA_LONG, 8));
                }
            });
        });
    }

    /**
     * Registers handler 0, which has data put into memory that only the calling thread may fill; then runs the body.
     */
    private static void receivingAlone(Communicator world, long bytes, Consumer<MemorySegment> body) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment own = arena.allocate(bytes);
            world.activeMessages().register(message -> ActiveVector.of(own));
            world.barrier();
            body.accept(own);
            world.barrier();
        }
    }

    private static ErrorClass refusal(Runnable call) {
        return assertThrows(SennitException.class, call::run).errorClass();
    }

    @Test
    void answersAreForTheHeaderHandlerOfTheMessageAlone() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            ActiveMessages others = world.duplicate().activeMessages();
            ActiveCounter counter = active.newCounter();
            List<ErrorClass> refused = new ArrayList<>();
            AtomicReference<ActiveMessage> kept = new AtomicReference<>();
            active.register(0, message -> {
                kept.set(message);
                refused.add(refusal(() -> others.reply(message, 1, null, ActiveVector.EMPTY, -1, null, null)));
                refused.add(refusal(() -> active.reply(null, 1, null, ActiveVector.EMPTY, -1, null, null)));
                refused.add(refusal(() -> active.reply(message, -1, null, ActiveVector.EMPTY, -1, null, null)));
                refused.add(refusal(() -> active.reply(message, 1, null, null, -1, null, null)));
                refused.add(
                        refusal(() -> active.reply(message, 1, new byte[2049], ActiveVector.EMPTY, -1, null, null)));
                active.purge(0);
                refused.add(refusal(() -> active.reply(message, 1, null, ActiveVector.EMPTY, -1, null, null)));
                active.resume(0);
                message.onCompletionInline(
                        _ -> refused.add(
                                refusal(() -> active.reply(message, 1, null, ActiveVector.EMPTY, -1, null, null))),
                        null);
                return null;
            });
            active.send(0, 0, null, ActiveVector.EMPTY, -1, null, counter);
            counter.await(1);
            refused.add(refusal(() -> active.reply(kept.get(), 1, null, ActiveVector.EMPTY, -1, null, null)));
            assertEquals(
                    List.of(
                            ErrorClass.UNSUPPORTED,
                            ErrorClass.ARG,
                            ErrorClass.ARG,
                            ErrorClass.ARG,
                            ErrorClass.COUNT,
                            ErrorClass.REQUEST,
                            ErrorClass.UNSUPPORTED,
                            ErrorClass.UNSUPPORTED),
                    refused);
        });
    }

    @Test
    void answersToAnswersComeOneAfterTheOther() {
        int last = 100_001; // more than a stack has room for; odd: the last one comes to rank 0
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            ActiveCounter done = active.newCounter();
            active.register(0, message -> {
                int count = message.header().get(ValueLayout.JAVA_INT_UNALIGNED, 0);
                if (count < last) {
                    active.reply(
                            message,
                            0,
                            new int[] {count + 1},
                            ActiveVector.EMPTY,
                            count + 1 < last ? ActiveMessages.NO_COUNTER : done.number(),
                            null,
                            null);
                }
                return null;
            });
            world.barrier();
            if (world.rank() == 0) {
                active.send(1, 0, new int[] {0}, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, null);
                done.await(1);
            }
            world.barrier();
        });
    }

    /** The thread of rank 0 delivers it: it is in the handler there while rank 1 fences. */
    @Test
    void aFenceWaitsForAnAnswerThatIsOnItsWay() {
        AtomicReference<Thread> fencing = new AtomicReference<>();
        AtomicBoolean isFenced = new AtomicBoolean();
        AtomicBoolean wasEarly = new AtomicBoolean();
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            AtomicBoolean isAnswered = new AtomicBoolean();
            active.register(0, message -> {
                active.reply(message, 1, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, null);
                isAnswered.set(true);
                return null;
            });
            active.register(1, message -> {
                while (!isFenced.get()
                        && !ThreadStates.isWaiting(fencing.get())) { // the deadline of the test ends this
                    Thread.onSpinWait();
                }
                wasEarly.set(isFenced.get());
                return null;
            });
            world.barrier();
            if (world.rank() == 0) {
                active.send(1, 0, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, null);
            } else {
                while (!isAnswered.get()) { // the same
                    Thread.onSpinWait();
                }
                fencing.set(Thread.currentThread());
                active.fence();
                isFenced.set(true);
            }
            world.barrier();
        });
        assertFalse(wasEarly.get());
    }

    /**
     * Ranks 1 and 2 copy rank 0's data in turn, and begin the next message before one ends: at no moment is none under
     * way.
     */
    @Test
    void aFenceEndsWhileOtherThreadsGoOnSending() {
        AtomicBoolean isFenced = new AtomicBoolean();
        AtomicBoolean isOver = new AtomicBoolean();
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            receivingAlone(world, 8, _ -> {
                if (world.rank() == 0) {
                    sendUntil(active, 1, isFenced, isOver);
                    active.fence();
                    isFenced.set(true);
                } else {
                    while (!isOver.get()) { // the deadline of the test ends this
                        active.poll();
                    }
                }
            });
        });
    }

    private static void sendUntil(ActiveMessages active, int target, AtomicBoolean isFenced, AtomicBoolean isOver) {
        Runnable next = () -> {
            if (isFenced.get()) {
                isOver.set(true);
            } else {
                sendUntil(active, 3 - target, isFenced, isOver);
            }
        };
        active.sendThen(target, 0, null, ActiveVector.of(new byte[8]), ActiveMessages.NO_COUNTER, next, null);
    }

    /** What a handler has kept of its message, against the rules. */
    private record Kept(ActiveMessage message, MemorySegment header, MemorySegment data) {}

    private static void keepsItsMessage(Endpoint endpoint, Consumer<Kept> check) {
        Communicator world = endpoint.world();
        ActiveMessages active = world.activeMessages();
        ActiveCounter counter = active.newCounter();
        AtomicReference<Kept> kept = new AtomicReference<>();
        active.register(message -> {
            Kept seen = new Kept(message, message.header(), message.data());
            assertEquals(7, seen.header.get(ValueLayout.JAVA_BYTE, 0));
            assertEquals(9, seen.data.get(ValueLayout.JAVA_BYTE, 0));
            kept.set(seen);
            return null;
        });
        world.barrier();
        if (world.rank() == 0) {
            active.send(1, 0, new byte[] {7}, ActiveVector.of(new byte[] {9}), counter.number(), null, counter);
            counter.await(1);
        } else {
            counter.await(1);
            check.accept(kept.get());
        }
        world.barrier();
    }

    @Test
    void aMessageThatItsHandlerHasKeptIsOver() {
        Job.run(
                2,
                endpoint -> keepsItsMessage(endpoint, kept -> {
                    assertEquals(
                            ErrorClass.REQUEST,
                            assertThrows(SennitException.class, kept.message::data)
                                    .errorClass());
                    assertEquals(
                            ErrorClass.REQUEST,
                            assertThrows(SennitException.class, kept.message::header)
                                    .errorClass());
                    assertEquals(
                            ErrorClass.REQUEST,
                            assertThrows(SennitException.class, kept.message::lengthBytes)
                                    .errorClass());
                    List<Executable> late = List.of(
                            () -> kept.message.onCompletion(any -> {}, null),
                            () -> kept.message.onCompletionInline(any -> {}, null),
                            () -> kept.message.onLoss(any -> {}, null));
                    for (Executable each : late) {
                        assertEquals(
                                ErrorClass.REQUEST,
                                assertThrows(SennitException.class, each).errorClass());
                    }
                }));
    }

    private static void assertIsClosed(Kept kept) {
        assertFalse(kept.header.scope().isAlive());
        assertFalse(kept.data.scope().isAlive());
        assertThrows(RuntimeException.class, () -> kept.header.get(ValueLayout.JAVA_BYTE, 0));
        assertThrows(RuntimeException.class, () -> kept.data.get(ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void memoryThatAHandlerHasKeptThrowsInCheckedMode() {
        Job.run(2, CHECKED, endpoint -> keepsItsMessage(endpoint, ActiveMessagesTest::assertIsClosed));
    }

    @Test
    void memoryThatAHandlerHasKeptThrowsInCheckedModeBetweenProcesses() {
        new InProcessJob(new LocalNetwork(3, false, _ -> null), 2, 1, CHECKED)
                .run(endpoint -> keepsItsMessage(endpoint, ActiveMessagesTest::assertIsClosed));
    }

    @Test
    void aHeaderHandlerThatSendsIsRefused() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            ActiveCounter counter = active.newCounter();
            AtomicReference<SennitException> reported = new AtomicReference<>();
            active.onError((source, handler, error) -> reported.set(error));
            SennitException mistake =
                    assertThrows(SennitException.class, () -> active.send(1, 0, null, null, -1, null, null));
            assertEquals(
                    "no origin vector: given=null (ActiveVector.EMPTY has no data) target=1"
                            + " operation=activeMessages().send rank=" + world.rank() + " communicator=world",
                    mistake.getMessage());
            active.register(message -> {
                active.send(message.source(), 0, null, ActiveVector.EMPTY, -1, null, null);
                return null;
            });
            world.barrier();
            if (world.rank() == 0) {
                active.send(1, 0, null, ActiveVector.EMPTY, counter.number(), null, counter);
                counter.await(1);
            } else {
                counter.await(1);
                assertEquals(ErrorClass.OTHER, reported.get().errorClass());
                SennitException cause = (SennitException) reported.get().getCause();
                assertEquals(ErrorClass.UNSUPPORTED, cause.errorClass());
            }
            world.barrier();
        });
    }

    /** What an action of the user throws, an Error included, keeps no counter from moving. */
    @Test
    void countersMoveThoughErrorHandlerAndSendActionThrow() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            ActiveCounter arrived = active.newCounter();
            ActiveCounter completed = active.newCounter();
            active.onError((source, handler, error) -> {
                throw new AssertionError("of the error handler: expected in this test");
            });
            active.register(message -> {
                message.onCompletion(
                        _ -> {
                            throw new IllegalStateException("of the completion handler");
                        },
                        null);
                return null;
            });
            world.barrier();
            if (world.rank() == 0) {
                Runnable sent = () -> {
                    throw new AssertionError("of the send action: expected in this test");
                };
                active.sendThen(1, 0, null, ActiveVector.EMPTY, arrived.number(), sent, completed);
                completed.await(1);
            } else {
                arrived.await(1);
            }
            world.barrier();
        });
    }

    @Test
    void handlersAnswerEachOtherTenThousandTimes() {
        int last = 10_000;
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            ActiveCounter counter = active.newCounter();
            active.register(message -> {
                int count = message.header().get(ValueLayout.JAVA_INT_UNALIGNED, 0);
                message.onCompletion(
                        peer -> {
                            if (count < last) {
                                active.send(
                                        (Integer) peer, 0, new int[] {count + 1}, ActiveVector.EMPTY, 0, null, null);
                            }
                        },
                        message.source());
                return null;
            });
            world.barrier();
            if (world.rank() == 0) {
                active.send(1, 0, new int[] {1}, ActiveVector.EMPTY, 0, null, null);
            }
            counter.await(last / 2);
            assertEquals(0, counter.value());
            world.barrier();
        });
    }

    @Test
    void vectorsOutsideTheirMemoryAreRefused() {
        byte[] memory = new byte[100];
        assertEquals(ErrorClass.BUFFER, refused(() -> ActiveVector.of(memory, 90, 11)));
        assertEquals(ErrorClass.BUFFER, refused(() -> ActiveVector.strided(memory, 1, 4, 25, 25)));
        assertEquals(ErrorClass.BUFFER, refused(() -> ActiveVector.strided(memory, 0, 3, 8, Long.MAX_VALUE)));
        assertEquals(ErrorClass.ARG, refused(() -> ActiveVector.strided(memory, 0, 2, 8, 7)));
        assertEquals(ErrorClass.BUFFER, refused(() -> ActiveVector.of(new boolean[3])));
        ActiveVector strided = ActiveVector.strided(memory, 4, 4, 8, 24);
        assertArrayEquals(new long[] {4, 76}, new long[] {strided.offsetBytes(0), strided.offsetBytes(3)});
        assertEquals(32, strided.lengthBytes());
    }

    private static ErrorClass refused(Runnable making) {
        return assertThrows(SennitException.class, making::run).errorClass();
    }

    /** The error of a wrong program: the operation, the ranks, the handler and the sizes. */
    @Test
    void errorsSayWhichMessageAndWhere() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            ActiveCounter completed = active.newCounter();
            Queue<String> reported = new ConcurrentLinkedQueue<>();
            active.onError((source, handler, error) -> reported.add(error.getMessage()));
            int throwing = active.register(message -> {
                throw new IllegalStateException("a mistake");
            });
            int misfit = active.register(message -> ActiveVector.iovector(new byte[4]));
            int readOnly = active.register(message ->
                    ActiveVector.of(MemorySegment.ofArray(new byte[8]).asReadOnly()));
            int late = active.register(message -> {
                message.onCompletion(
                        _ -> {
                            throw new IllegalStateException("late");
                        },
                        null);
                return null;
            });
            int missing = late + 1;
            world.barrier();
            if (world.rank() == 0) {
                ActiveVector data = ActiveVector.of(new byte[5]);
                for (int handler : new int[] {throwing, misfit, readOnly, late, missing}) {
                    active.send(1, handler, new byte[16], data, ActiveMessages.NO_COUNTER, null, completed);
                    completed.await(1);
                }
                active.send(1, late, null, data, 9, null, completed);
                completed.await(1);
            }
            world.barrier();
            if (world.rank() == 1) {
                String where = "operation=activeMessages().send source=0 handler=";
                assertReported(
                        reported, "has thrown: " + where + throwing + " rank=1", "length=5 header=16", "mistake");
                assertReported(reported, "kinds of vectors differ", where + misfit + " rank=1", "length=5 header=16");
                assertReported(reported, "cannot be used", where + readOnly + " rank=1", "length=5");
                assertReported(reported, "completion handler has thrown: " + where + late + " rank=1", "late");
                assertReported(reported, "no such header handler", where + missing + " rank=1", "length=5 header=16");
                assertReported(reported, "completion handler has thrown: " + where + late + " rank=1", "late");
                assertReported(reported, "no such target counter: counter=9", where + late + " rank=1");
            }
        });
    }

    private static void assertReported(Queue<String> reported, String... parts) {
        String text = reported.poll();
        for (String part : parts) {
            assertTrue(text != null && text.contains(part), () -> part + " is not in: " + text);
        }
    }

    /** The names by which the picture of waiting threads shows a wait. */
    @Test
    void waitsSayWhereAndForWhat() {
        Job.run(1, endpoint -> {
            ActiveMessages active = endpoint.world().activeMessages();
            ActiveCounter counter = active.newCounter();
            assertEquals("counter 0 of rank=0 communicator=world", counter.toString());
        });
    }
}
