package org.sennit.internal.net.wire;

import java.nio.ByteBuffer;

/** Takes what a {@link FrameReader} finds, in order. What it throws leaves the reader unusable. */
public interface FrameSink {
    /**
     * Takes a frame's header, which has been checked. What is in it follows by {@link #data} or {@link #control}.
     *
     * @param kind a constant of {@link FrameDescriptor}
     * @param flags flags of it
     * @param length bytes that follow the header
     * @param sequence the frame's number
     * @param acknowledgement the peer's acknowledgement
     */
    void begin(byte kind, int flags, int length, long sequence, long acknowledgement);

    /**
     * Takes bytes of a DATA frame, which may come in several pieces.
     *
     * @param bytes at least one byte between position and limit, valid during the call
     */
    void data(ByteBuffer bytes);

    /**
     * Takes a whole frame of another kind.
     *
     * @param kind a constant of {@link FrameDescriptor}
     * @param body its bytes, little endian, from position 0; valid during the call
     */
    void control(byte kind, ByteBuffer body);

    /** Returns whether the caller should parse the remaining bytes: the stream has not been given up. */
    boolean isReading();
}
