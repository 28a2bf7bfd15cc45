package org.sennit.contract.netmod;

/**
 * A packet that has arrived whole.
 *
 * @param process who sent it
 * @param stream which of the sender's streams
 * @param number its number
 * @param length bytes of its payload
 * @param isIntact whether every byte was right
 */
public record Arrival(int process, long stream, long number, long length, boolean isIntact) {}
