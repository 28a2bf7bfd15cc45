package org.sennit.contract.netmod;

/**
 * A packet that has arrived whole.
 *
 * @param process its sender
 * @param stream the number of the sender's stream
 * @param length bytes of its payload
 * @param isIntact whether every byte was right
 */
public record Arrival(int process, long stream, long number, long length, boolean isIntact) {}
