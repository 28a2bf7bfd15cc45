package org.sennit.active;

/**
 * Returns the memory for the data of an active message; registered at the target. Called once for each message, when its first packet
 * arrives, before any of its data is moved.
 *
 * <p>Handlers of one endpoint run one at a time, on whichever thread has the packet: that of the origin in the same process, or one
 * that serves the network. They must be short and must not block, and neither communicate nor wait: sending active messages in one
 * throws UNSUPPORTED, and in checked mode the error handler is told of one that blocks.
 */
@FunctionalInterface
public interface HeaderHandler {
    /**
     * A message arrives.
     *
     * @param message the message; valid during the call
     * @return where its data goes, in use until the target counter has moved; null to drop the data. What the handler throws is
     *     given to the error handler, and the data is dropped
     */
    ActiveVector arrived(ActiveMessage message);
}
