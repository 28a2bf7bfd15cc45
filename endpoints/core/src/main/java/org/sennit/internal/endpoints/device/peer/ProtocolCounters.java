package org.sennit.internal.endpoints.device.peer;

/**
 * The messages and bytes that an endpoint has sent and received so far, by protocol; messages inside collectives
 * between processes included. Exact when the thread that drives the endpoint asks.
 *
 * @param immediate messages sent through an inbox of this JVM
 * @param immediateBytes their bytes
 * @param byReference messages sent to an endpoint of this JVM that were left in the sender's memory: single copy, or
 *     synergistic where they are long
 * @param byReferenceBytes their bytes
 * @param eager messages sent to other processes in one packet
 * @param eagerBytes their bytes
 * @param rendezvous messages announced to other processes first
 * @param rendezvousBytes their bytes
 * @param toSelf those of the above that went to the endpoint itself
 * @param synergisticReceived messages received with the help of their sender, or open to it
 * @param helpedBytes bytes of received messages that their senders copied
 */
public record ProtocolCounters(
        long immediate,
        long immediateBytes,
        long byReference,
        long byReferenceBytes,
        long eager,
        long eagerBytes,
        long rendezvous,
        long rendezvousBytes,
        long toSelf,
        long synergisticReceived,
        long helpedBytes) {}
