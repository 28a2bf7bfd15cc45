package org.sennit.spi.network;

/**
 * The name of memory that other processes of its host can map.
 *
 * @param regionId a number that no other region of the process has
 * @param region how to open the region: a short text, for the module of the same name in another process
 * @param offset where the memory begins in the region, in bytes
 */
public record SharedMemoryName(long regionId, String region, long offset) {}
