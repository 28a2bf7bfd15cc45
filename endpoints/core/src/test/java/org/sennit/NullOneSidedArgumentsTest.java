package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveErrorHandler;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.active.HeaderHandler;
import org.sennit.message.GeneralizedRequest;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NullCalls;

/** Null for each argument of each call of windows, active messages and endpoints. */
@Deadline(seconds = 60)
@Core
class NullOneSidedArgumentsTest {
    private static final Set<String> MAY_BE_NULL = Set.of(
            "accumulate(Object, DataLayout, int, long, DataLayout, Operation) targetLayout",
            "get(Object, DataLayout, int, long, DataLayout) targetLayout",
            "getAccumulate(Object, DataLayout, Object, DataLayout, int, long, DataLayout, Operation) targetLayout",
            "put(Object, DataLayout, int, long, DataLayout) targetLayout",
            "setErrorHandler(WindowErrorHandler) handler",
            "onError(ActiveErrorHandler) handler",
            "register(int, HeaderHandler) handler",
            "send(int, int, Object, ActiveVector, int, ActiveCounter, ActiveCounter) header",
            "send(int, int, Object, ActiveVector, int, ActiveCounter, ActiveCounter) originCounter",
            "send(int, int, Object, ActiveVector, int, ActiveCounter, ActiveCounter) completionCounter",
            "sendThen(int, int, Object, ActiveVector, int, Runnable, ActiveCounter) header",
            "sendThen(int, int, Object, ActiveVector, int, Runnable, ActiveCounter) whenSent",
            "sendThen(int, int, Object, ActiveVector, int, Runnable, ActiveCounter) completionCounter",
            "generic(Object[], long[], long[]) offsets",
            "generic(Object[], long[], long[]) lengths",
            "iovector(Object[], long[], long[]) offsets",
            "iovector(Object[], long[], long[]) lengths",
            "of(Object, long, long) memory",
            "strided(Object, long, int, long, long) memory");

    private static String classOf(Throwable thrown) {
        return thrown instanceof SennitException error ? error.errorClass().name() : null;
    }

    private static Object argument(Class<?> type, Communicator world) {
        if (type == PairType.class) {
            return PairType.DOUBLE_INT;
        } else if (type == WindowAttributeKey.class) {
            return WindowAttributeKey.plain();
        } else if (type == LockKind.class) {
            return LockKind.SHARED;
        } else if (type == WindowErrorHandler.class) {
            return WindowErrorHandler.THROW;
        } else if (type == WindowAssertion[].class) {
            return new WindowAssertion[0];
        } else if (type == HeaderHandler.class) {
            return (HeaderHandler) message -> null;
        } else if (type == ActiveErrorHandler.class) {
            return (ActiveErrorHandler) (source, handler, error) -> {};
        } else if (type == ActiveVector.class) {
            return ActiveVector.EMPTY;
        } else if (type == ActiveCounter.class) {
            return world.activeMessages().newCounter();
        } else if (type == Runnable.class) {
            return (Runnable) () -> {};
        } else if (type == Object[].class) {
            return new Object[] {new byte[8]};
        } else if (type == long[].class) {
            return new long[] {0};
        } else if (type == GeneralizedRequest.Operation.class) {
            return new GeneralizedRequest.Operation() {};
        } else if (type == ErrorHandler.class) {
            return ErrorHandler.THROW;
        } else if (type == WindowAttributeKey.Delete.class) {
            return (WindowAttributeKey.Delete<Object>) (from, value) -> {};
        }
        return CallArguments.of(type, world);
    }

    @Test
    void ofAWindowIsAnErrorOrLegal() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new byte[64], 1)) {
                window.fence();
                NullCalls calls = new NullCalls(
                                type -> argument(type, world), NullOneSidedArgumentsTest::classOf, MAY_BE_NULL)
                        .of(AccessCalls.class, window)
                        .of(EpochCalls.class, window)
                        .of(WindowAttributeCalls.class, window)
                        .of(Window.class, window);
                assertEquals("", calls.wrong(30));
            }
        });
    }

    @Test
    void ofARequestOfAWindowIsAnErrorOrLegal() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new byte[64], 1)) {
                window.lockAll();
                NullCalls calls = new NullCalls(
                                type -> argument(type, world), NullOneSidedArgumentsTest::classOf, MAY_BE_NULL)
                        .of(AccessRequests.class, window.nonblocking());
                window.unlockAll();
                assertEquals("", calls.wrong(12));
            }
        });
    }

    @Test
    void ofActiveMessagesIsAnErrorOrLegal() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages messages = world.activeMessages();
            messages.onError((source, handler, error) -> {}); // of a handler that a call has removed
            NullCalls calls = new NullCalls(
                            type -> argument(type, world), NullOneSidedArgumentsTest::classOf, MAY_BE_NULL)
                    .of(ActiveMessages.class, messages, "reply", "replyThen")
                    .of(ActiveVector.class, null);
            assertEquals("", calls.wrong(20));
        });
    }

    @Test
    void ofAnEndpointIsAnErrorOrLegal() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            NullCalls calls = new NullCalls(
                            type -> argument(type, world), NullOneSidedArgumentsTest::classOf, MAY_BE_NULL)
                    .of(Endpoint.class, endpoint)
                    .of(PairType.class, null, "valueOf")
                    .of(WindowAttributeKey.class, null);
            assertEquals("", calls.wrong(5));
        });
    }
}
