package org.sennit.internal.endpoints.device.observation;

import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.runtime.progress.WaitObserver;
import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.shm.match.ReceiveRequest;

/**
 * Notified of what an endpoint does, when its job is watched. Called by the threads that drive the endpoint, and never
 * kept waiting for.
 */
public interface DeviceObserver extends WaitObserver {
    /**
     * Called when a step begins; calls come in pairs with {@link #stepEnds}, one inside the other at times.
     *
     * @param step what
     * @param bytes the length of the memory of a collective; 0 for others
     */
    void stepBegins(CallStep step, long bytes);

    /** Called when a step has ended, normally or with an exception. */
    void stepEnds();

    /**
     * Called when a message is about to be sent.
     *
     * @param protocol how it goes
     */
    void sends(OutgoingMessage message, MessageProtocol protocol);

    /**
     * Called when a receive is about to be posted.
     *
     * @param receive prepared
     */
    void posts(ReceiveRequest receive);

    /**
     * Called when a receive has been taken back.
     *
     * @param receive posted before
     */
    void takesBack(ReceiveRequest receive);

    /**
     * Called when a message has matched, and is about to be delivered.
     *
     * @param source the sender's rank in the communicator
     * @param protocol how it comes
     */
    void matches(ReceiveRequest receive, int source, int tag, long lengthBytes, MessageProtocol protocol);

    @Override
    default void waitBegins() {
        stepBegins(CallStep.WAIT, 0);
    }

    @Override
    default void waitEnds() {
        stepEnds();
    }
}
