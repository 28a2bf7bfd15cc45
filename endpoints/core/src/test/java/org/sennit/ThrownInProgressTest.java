package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.spi.progress.Progress;
import org.sennit.testkit.Deadline;

/**
 * What actions of the program throw while a call runs them in its wait: it reaches the handler of uncaught exceptions,
 * or that of active messages, as what it is, and neither the call nor the job fails.
 */
@Deadline(seconds = 60)
class ThrownInProgressTest {
    private static final int THROWS = 1; // the rank in whose calls actions throw

    private enum Call {
        BARRIER(Communicator::barrier),
        ALLREDUCE(world -> {
            int[] sum = {1};
            world.allreduce(Communicator.IN_PLACE, sum, Operation.SUM);
            assertEquals(world.size(), sum[0]);
        }),
        ALLGATHER(world -> world.allgather(new long[100], new long[100 * world.size()])),
        DUPLICATE(world -> world.duplicate().close()),
        SPLIT(world -> world.split(world.rank() % 2, 0).close()),
        CREATE_FROM_GROUP(world -> world.createFromGroup(world.group(), 1).close()),
        WINDOW(world -> world.allocateWindow(8, 1).close());

        private final Consumer<Communicator> body;

        Call(Consumer<Communicator> body) {
            this.body = body;
        }
    }

    private static Progress progress(Communicator world) {
        return ((CommunicatorHandle) world).context().endpoint().progress();
    }

    @ParameterizedTest
    @EnumSource(names = {"ONE_PROCESS", "APART", "PAIRS"})
    void anActionThatThrowsInACollectiveDoesNotEndIt(WindowPlacement placement) {
        List<Throwable> expected = new ArrayList<>();
        List<Throwable> uncaught = new ArrayList<>();
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            boolean isThrowing = world.rank() == THROWS;
            if (isThrowing) {
                Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
            }
            for (Call call : Call.values()) {
                for (Throwable each : List.of(new IllegalStateException(call.name()), new AssertionError(call))) {
                    if (isThrowing) {
                        expected.add(each);
                        progress(world).defer(() -> throwUnchecked(each));
                    }
                    call.body.accept(world);
                }
            }
            world.barrier();
        });
        assertEquals(expected.size(), uncaught.size());
        for (int i = 0; i < expected.size(); i++) {
            assertSame(expected.get(i), uncaught.get(i));
        }
    }

    private static void throwUnchecked(Throwable thrown) {
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        throw (Error) thrown;
    }

    /**
     * Data for memory of one thread is copied in the barrier of that thread, and the completion handler runs there.
     * What a handler of uncaught exceptions throws is ignored, as the JVM does.
     */
    @ParameterizedTest
    @EnumSource(names = {"ONE_PROCESS", "APART", "PAIRS"})
    void handlersOfActiveMessagesThatThrowEndNoCollective(WindowPlacement placement) {
        List<String> reported = new ArrayList<>();
        List<Throwable> uncaught = new ArrayList<>();
        placement.run(4, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages messages = world.activeMessages();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment room = arena.allocate(8);
                int handler = messages.register(message -> {
                    message.onCompletionInline(
                            _ -> {
                                throw new IllegalStateException("in the completion handler");
                            },
                            null);
                    return ActiveVector.of(room);
                });
                if (world.rank() == THROWS) {
                    Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> {
                        uncaught.add(thrown);
                        throw new IllegalStateException("in the handler of uncaught exceptions");
                    });
                    messages.onError((source, number, error) -> {
                        reported.add(error.errorClass() + " source=" + source + " " + error.getMessage());
                        throw new IllegalStateException("in the error handler");
                    });
                }
                ActiveCounter completed = messages.newCounter();
                world.barrier();
                if (world.rank() == 0) {
                    ActiveVector data = ActiveVector.of(new long[1]);
                    messages.send(THROWS, handler, null, data, ActiveMessages.NO_COUNTER, null, completed);
                    completed.await(1);
                }
                world.barrier();
                world.barrier();
            }
        });
        assertEquals(1, reported.size(), reported::toString);
        assertTrue(reported.getFirst().startsWith("OTHER source=0 "), reported::toString);
        assertTrue(reported.getFirst().contains("operation=activeMessages().send"), reported::toString);
        assertEquals(
                List.of("in the error handler"),
                uncaught.stream().map(Throwable::getMessage).toList());
    }
}
