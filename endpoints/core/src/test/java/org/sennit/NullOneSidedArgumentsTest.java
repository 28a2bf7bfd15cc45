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
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NullCalls;

/** Null for each argument of each call of windows, active messages and endpoints. */
@Deadline(seconds = 60)
@Core
class NullOneSidedArgumentsTest {
    private static Object argument(Class<?> type, Communicator world) {
        if (type == WindowAttributeKey.class) {
            return WindowAttributeKey.plain();
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
        } else if (type == long[].class) {
            return new long[] {0};
        } else if (type == GeneralizedRequest.Operation.class) {
            return new GeneralizedRequest.Operation() {};
        } else if (type == ErrorHandler.class) {
            return ErrorHandler.THROW;
        } else if (type == WindowAttributeKey.Delete.class) {
            return (WindowAttributeKey.Delete<Object>) (from, value) -> {};
        }
        Object plain = NullCalls.plain(type);
        return plain == null ? CallArguments.of(type, world) : plain;
    }

    private static NullCalls calls(Communicator world, String... mayBeNull) {
        return new NullCalls(type -> argument(type, world), CallArguments::errorClassOf, Set.of(mayBeNull));
    }

    @Test
    void ofAWindowIsAnErrorOrLegal() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new byte[64], 1)) {
                window.fence();
                NullCalls calls = calls(
                                world,
                                "accumulate(Object, DataLayout, int, long, DataLayout, Operation) targetLayout",
                                "get(Object, DataLayout, int, long, DataLayout) targetLayout",
                                "getAccumulate(Object, DataLayout, Object, DataLayout, int, long, DataLayout,"
                                        + " Operation) targetLayout",
                                "put(Object, DataLayout, int, long, DataLayout) targetLayout",
                                "setErrorHandler(WindowErrorHandler) handler")
                        .of(AccessCalls.class, window, 37)
                        .of(EpochCalls.class, window, 8)
                        .of(WindowAttributeCalls.class, window, 7)
                        .of(Window.class, window, 2);
                assertEquals("", calls.wrong());
            }
        });
    }

    @Test
    void ofARequestOfAWindowIsAnErrorOrLegal() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new byte[64], 1)) {
                window.lockAll();
                NullCalls calls = calls(
                                world,
                                "accumulate(Object, DataLayout, int, long, DataLayout, Operation) targetLayout",
                                "get(Object, DataLayout, int, long, DataLayout) targetLayout",
                                "getAccumulate(Object, DataLayout, Object, DataLayout, int, long, DataLayout,"
                                        + " Operation) targetLayout",
                                "put(Object, DataLayout, int, long, DataLayout) targetLayout")
                        .of(AccessRequests.class, window.nonblocking(), 37);
                window.unlockAll();
                assertEquals("", calls.wrong());
            }
        });
    }

    @Test
    void ofActiveMessagesIsAnErrorOrLegal() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages messages = world.activeMessages();
            messages.onError((source, handler, error) -> {}); // of a handler that a call has removed
            NullCalls calls = calls(
                            world,
                            "onError(ActiveErrorHandler) handler",
                            "register(int, HeaderHandler) handler",
                            "send(int, int, Object, ActiveVector, int, ActiveCounter, ActiveCounter) header",
                            "send(int, int, Object, ActiveVector, int, ActiveCounter, ActiveCounter) originCounter",
                            "send(int, int, Object, ActiveVector, int, ActiveCounter, ActiveCounter) completionCounter",
                            "sendThen(int, int, Object, ActiveVector, int, Runnable, ActiveCounter) header",
                            "sendThen(int, int, Object, ActiveVector, int, Runnable, ActiveCounter) whenSent",
                            "sendThen(int, int, Object, ActiveVector, int, Runnable, ActiveCounter) completionCounter")
                    .of(ActiveMessages.class, messages, 11, "reply", "replyThen");
            assertEquals("", calls.wrong());
        });
    }

    @Test
    void ofAVectorIsAnErrorOrLegal() {
        Job.run(1, endpoint -> {
            NullCalls calls = calls(
                            endpoint.world(),
                            "generic(Object[], long[], long[]) offsets",
                            "generic(Object[], long[], long[]) lengths",
                            "iovector(Object[], long[], long[]) offsets",
                            "iovector(Object[], long[], long[]) lengths",
                            "of(Object, long, long) memory",
                            "strided(Object, long, int, long, long) memory")
                    .of(ActiveVector.class, null, 11);
            assertEquals("", calls.wrong());
        });
    }

    @Test
    void ofAnEndpointIsAnErrorOrLegal() {
        Job.run(1, endpoint -> {
            NullCalls calls = calls(endpoint.world())
                    .of(Endpoint.class, endpoint, 4)
                    .of(PairType.class, null, 1, "valueOf")
                    .of(WindowAttributeKey.class, null, 1);
            assertEquals("", calls.wrong());
        });
    }
}
