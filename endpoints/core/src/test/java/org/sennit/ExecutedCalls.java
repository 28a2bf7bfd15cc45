package org.sennit;

import java.util.function.Function;
import org.sennit.internal.endpoints.am.call.RemoteCallHandler;
import org.sennit.internal.endpoints.am.call.RemoteCalls;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;

/** The calls of windows that the process of an endpoint executes: a test puts a handler of its own before theirs. */
final class ExecutedCalls {
    private ExecutedCalls() {}

    /**
     * Replaces the handler of the calls; before the first of them comes.
     *
     * @param world of the endpoint
     * @param replacement makes the new handler from the one that executes the calls
     * @return the new handler
     */
    static <T extends RemoteCallHandler> T replace(Communicator world, Function<RemoteCallHandler, T> replacement) {
        RemoteCalls calls =
                ((CommunicatorHandle) world).context().own().process().active().calls();
        T handler = replacement.apply(calls.registered(RemoteCalls.WINDOW_FIRST, RemoteCallHandler.class, () -> null));
        calls.register(RemoteCalls.WINDOW_FIRST, handler);
        return handler;
    }
}
