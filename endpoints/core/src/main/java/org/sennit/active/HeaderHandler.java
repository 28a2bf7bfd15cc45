package org.sennit.active;

/**
 * Returns the memory for the data of an active message; registered at the target. Called once for each message, when
 * its first packet arrives, before any of its data is moved.
 *
 * <p>Handlers of one endpoint run one at a time, on the thread of the origin in the same process, otherwise on a thread
 * that serves the network. They must be short, and must not block, communicate or wait: sending active messages in one
 * throws UNSUPPORTED, but for {@link ActiveMessages#reply}, and checked mode reports one that blocks to the error
 * handler.
 */
@FunctionalInterface
public interface HeaderHandler {
    /**
     * Called when a message arrives.
     *
     * @param message the message; valid during the call
     * @return where its data goes, in use until the target counter has moved; null to drop the data. What the handler
     *     throws is given to the error handler, and the data is dropped
     */
    ActiveVector arrived(ActiveMessage message);
}
