package org.sennit.internal.net.flow;

import org.sennit.internal.net.wire.FrameDescriptor;

/** The staging buffers of one loop, in three sizes. Used with the loop held. */
public final class StagingPools {
    /** Enough for a control frame. */
    static final int CONTROL_BYTES = FrameDescriptor.HEADER_LENGTH + FrameDescriptor.MAX_HANDSHAKE_LENGTH;

    /** Holds a message of the default eager limit, and fits the second-level cache of any core. */
    private static final int SMALL_BYTES = 128 * 1024;

    private static final int KEPT_BYTES = 16 << 20;

    private final StagingPool control = new StagingPool(CONTROL_BYTES, 64 * 1024);
    private final StagingPool small;
    private final StagingPool large;

    /**
     * Makes empty pools.
     *
     * @param pieceBytes the size of the largest buffers
     */
    public StagingPools(int pieceBytes) {
        small = new StagingPool(Math.min(SMALL_BYTES, pieceBytes), KEPT_BYTES / 2);
        large = new StagingPool(pieceBytes, KEPT_BYTES);
    }

    /** Returns the pool for control frames. */
    public StagingPool control() {
        return control;
    }

    /**
     * Returns the pool of the buffers for frames of a length.
     *
     * @param bytes header and body; at most {@link #pieceBytes}
     * @return the pool of the smallest buffers that hold it
     */
    public StagingPool of(int bytes) {
        return bytes <= small.lengthBytes() ? small : large;
    }

    /**
     * Gives a buffer of frames back to its pool.
     *
     * @param buffer from a pool of {@link #of}, or from {@link #control}
     */
    public void give(StagingBuffer buffer) {
        if (buffer.capacity == CONTROL_BYTES) {
            control.give(buffer);
        } else {
            of(buffer.capacity).give(buffer);
        }
    }

    /**
     * Returns whether a buffer is of the smaller kind, of which an idle session may keep one.
     *
     * @param buffer from a pool of {@link #of}
     */
    boolean isSmall(StagingBuffer buffer) {
        return buffer.capacity <= small.lengthBytes();
    }
}
