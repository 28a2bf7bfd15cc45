package org.sennit.runtime.netmod;

import java.nio.ByteBuffer;

/**
 * Takes the payload of one packet in the pieces in which it arrives. Runs with the loop held; ends with exactly one of
 * {@link #complete} and {@link #failed}.
 */
public interface PayloadSink {
    /**
     * The next bytes of the payload.
     *
     * @param bytes at least one byte between position and limit, valid during the call only; whether the position is
     *     moved does not matter
     */
    void accept(ByteBuffer bytes);

    /** The payload is whole. */
    void complete();

    /**
     * The connection ended before the payload was whole.
     *
     * @param cause what ended it
     */
    void failed(Throwable cause);
}
