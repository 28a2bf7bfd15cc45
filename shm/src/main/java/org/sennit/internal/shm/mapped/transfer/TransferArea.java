package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;

/**
 * The resources that a connection gives to its {@link PairTransfer}: the shared memory of both directions and the bell.
 * Any thread.
 */
public interface TransferArea {
    /**
     * Returns memory in which this process offers what it sends: the peer's {@link #incoming}. Zero at first.
     *
     * @return {@link TransferAreaDescriptor#bytes} of it, or more; aligned to a page
     */
    MemorySegment outgoing();

    /** Returns memory in which the peer offers what it sends, as long as {@link #outgoing}, aligned to a page. */
    MemorySegment incoming();

    /**
     * Wakes an endpoint of the peer if it sleeps. A full fence is inside: what was written to shared memory before is
     * seen by an endpoint that goes to sleep afterwards ({@link org.sennit.spi.progress.ProgressHook#hasWork}).
     *
     * @param peerEndpoint its id in the peer's process
     */
    void ring(int peerEndpoint);
}
