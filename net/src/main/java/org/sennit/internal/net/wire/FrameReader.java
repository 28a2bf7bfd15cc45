package org.sennit.internal.net.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Finds frames in a byte stream that is cut anywhere. One for each socket, used by one thread at a time; allocates
 * nothing after construction.
 *
 * <p>A header that cannot be believed ends the stream with an exception before any of its bytes are taken.
 */
public final class FrameReader {
    private final FrameSink sink;
    private final ByteBuffer header =
            ByteBuffer.allocate(FrameDescriptor.HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer body =
            ByteBuffer.allocate(FrameDescriptor.MAX_HANDSHAKE_LENGTH).order(ByteOrder.LITTLE_ENDIAN);

    private int headerBytes;
    private byte kind;
    private int remaining;
    private boolean isInBody;

    /**
     * Makes a reader at the start of a stream.
     *
     * @param sink called with every frame
     */
    public FrameReader(FrameSink sink) {
        this.sink = sink;
    }

    /**
     * Takes the next bytes of the stream.
     *
     * @param in the bytes between position and limit; its byte order becomes little endian; all are taken unless the
     *     sink stops reading
     * @throws SennitException with {@link ErrorClass#NETWORK} when the stream is not one of frames; close the socket
     */
    public void read(ByteBuffer in) {
        in.order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining() && sink.isReading()) {
            if (isInBody) {
                takeBody(in);
            } else {
                takeHeader(in);
            }
        }
    }

    /** Returns the number of bytes of a DATA frame that come next in the stream; 0 when something else comes. */
    public int dataRemaining() {
        return isInBody && kind == FrameDescriptor.DATA ? remaining : 0;
    }

    /** Notes that bytes of {@link #dataRemaining} have been taken from the stream past this reader. */
    public void skip(int bytes) {
        remaining -= bytes;
        isInBody = remaining > 0;
    }

    private void takeHeader(ByteBuffer in) {
        int start = in.position();
        if (headerBytes == 0 && in.remaining() >= FrameDescriptor.HEADER_LENGTH) {
            in.position(start + FrameDescriptor.HEADER_LENGTH);
            begin(in, start);
            return;
        }
        int length = Math.min(FrameDescriptor.HEADER_LENGTH - headerBytes, in.remaining());
        header.put(headerBytes, in, start, length);
        in.position(start + length);
        headerBytes += length;
        if (headerBytes == FrameDescriptor.HEADER_LENGTH) {
            headerBytes = 0;
            begin(header, 0);
        }
    }

    private void begin(ByteBuffer buffer, int offset) {
        String problem = FrameDescriptor.problem(buffer, offset);
        if (problem != null) {
            throw new SennitException(ErrorClass.NETWORK, "bad bytes: " + problem);
        }
        kind = FrameDescriptor.kind(buffer, offset);
        remaining = FrameDescriptor.length(buffer, offset);
        sink.begin(
                kind,
                FrameDescriptor.flags(buffer, offset),
                remaining,
                FrameDescriptor.sequence(buffer, offset),
                FrameDescriptor.acknowledgement(buffer, offset));
        isInBody = remaining > 0;
        body.clear();
        if (!isInBody && kind != FrameDescriptor.DATA) {
            body.flip();
            sink.control(kind, body);
        }
    }

    private void takeBody(ByteBuffer in) {
        int start = in.position();
        int limit = in.limit();
        int length = Math.min(remaining, limit - start);
        remaining -= length;
        isInBody = remaining > 0;
        if (kind == FrameDescriptor.DATA) {
            in.limit(start + length);
            try {
                sink.data(in);
            } finally {
                in.limit(limit).position(start + length);
            }
            return;
        }
        body.put(body.position(), in, start, length);
        body.position(body.position() + length);
        in.position(start + length);
        if (!isInBody) {
            body.flip();
            sink.control(kind, body);
        }
    }
}
