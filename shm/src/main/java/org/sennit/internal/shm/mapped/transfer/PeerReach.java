package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.internal.shm.mapped.memory.CollectionCount;
import org.sennit.internal.shm.mapped.memory.KernelCopy;
import org.sennit.internal.shm.mapped.memory.PeerRegions;
import org.sennit.internal.shm.mapped.memory.SharedFile;

/**
 * The memory of the peer that can be reached from here. Whether the kernel allows it is tried once, on the nonce that
 * the peer has written into its area: that also shows that the number means the same process here as there. Any thread.
 */
final class PeerReach {
    private final MemorySegment incoming;
    private final PeerRegions regions = new PeerRegions();

    // Volatile store by any thread after its trial. All trials of an honest peer have one outcome, so an old value
    // costs another trial; one that lies may lose this way.
    private volatile Kernel kernel = Kernel.UNTRIED;

    // The process that the trial has reached. Plain store before the volatile one of ALLOWED, load after its load.
    private long allowedPid;

    // Its collections, null where they are not to be seen. Stored and loaded as the process.
    private CollectionCount collections;

    /** The result of a trial; two threads that try at once find the same. */
    enum Kernel {
        UNTRIED,
        ALLOWED,
        FORBIDDEN
    }

    PeerReach(MemorySegment incoming) {
        this.incoming = incoming;
    }

    Kernel kernel() {
        return kernel;
    }

    /**
     * Finds a way to memory of the peer.
     *
     * @param side the message, with what the peer has said of its memory
     * @param bytes how long it is
     * @param mine this side's memory, which the kernel must reach by address, too; null when it cannot
     * @return the way; null when there is none from here
     * @throws IndexOutOfBoundsException when it is not inside its region
     */
    RemoteMemory open(TransferSide side, long bytes, MemorySegment mine) {
        MemoryOffer offer = side.theirs;
        return switch (offer.kind()) {
            case NONE, ARRAY, CLOSEABLE -> null;
            case ADDRESS ->
                mine != null && mine.isNative() && isAllowed(offer)
                        ? side.byKernel.at(offer.owner(), offer.place())
                        : null;
            case REGION -> {
                SharedFile file = regions.find(offer.owner());
                if (file == null) {
                    file = regions.open(offer.owner(), offer.text());
                }
                boolean isShared = side.mine.kind() == MemoryOffer.Kind.REGION;
                yield file == null ? null : side.mapped.at(file, offer.place(), bytes, isShared);
            }
        };
    }

    /** Returns whether the kernel can read the memory of an offer from here, which is no array. */
    boolean canRead(MemoryOffer offer) {
        return switch (offer.kind()) {
            case NONE, REGION, ARRAY -> false;
            case ADDRESS, CLOSEABLE -> isAllowed(offer);
        };
    }

    /**
     * Returns the collections of the process that offers an array; null when its arrays cannot be read from here.
     *
     * @param offer of kind ARRAY
     */
    CollectionCount collections(MemoryOffer offer) {
        return isAllowed(offer) ? collections : null;
    }

    private boolean isAllowed(MemoryOffer offer) {
        if (kernel == Kernel.UNTRIED) {
            boolean isReached = KernelCopy.INSTANCE != null && readsNonce(offer);
            if (isReached) {
                allowedPid = offer.owner();
                collections = CollectionCount.of(allowedPid);
            }
            kernel = isReached ? Kernel.ALLOWED : Kernel.FORBIDDEN;
        }
        return kernel == Kernel.ALLOWED && offer.owner() == allowedPid;
    }

    private boolean readsNonce(MemoryOffer offer) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(TransferAreaDescriptor.NONCE_BYTES, Long.BYTES);
            return KernelCopy.INSTANCE.read(
                            offer.owner(), offer.nonceAddress(), found, 0, TransferAreaDescriptor.NONCE_BYTES)
                    && found.mismatch(incoming.asSlice(0, TransferAreaDescriptor.NONCE_BYTES)) == -1;
        }
    }
}
