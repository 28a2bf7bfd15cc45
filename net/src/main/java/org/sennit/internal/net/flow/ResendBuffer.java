package org.sennit.internal.net.flow;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.SendQueue;

/**
 * The frames of one session from the copy of their bytes to the peer's acknowledgement: first to be written to the
 * socket, then kept for the next socket. Bounded: when it is full, senders wait. Used with the loop held.
 *
 * <p>A list of staging buffers, filled one behind the other. Frames lie in them as they travel, so that a resend is the
 * same write again, and an operation whose bytes are here needs its memory no more. A buffer goes back to its pool when
 * its last frame is acknowledged; the last one starts afresh when all are, so that its memory stays in the cache.
 * Nothing is allocated while the pools have buffers.
 *
 * <p>The sender asks for acknowledgements: every frame that completes {@value #REQUEST_BYTES} bytes, or a quarter of
 * the buffer, carries {@link FrameDescriptor#ACK_WANTED}. So the receiver needs to know nothing of the buffer's size.
 */
public final class ResendBuffer {
    /** About four messages of the default eager limit: an acknowledgement costs the peer one small write. Not tuned. */
    private static final int REQUEST_BYTES = 256 * 1024;

    private static final int NONE = -1;

    /** The longest header of a packet whose payload is not copied, in bytes. */
    public static final int MAX_GATHERED_HEADER = StagingPools.CONTROL_BYTES - FrameDescriptor.HEADER_LENGTH;

    private final StagingPools pools;
    private final int mostBytes;
    private final int requestBytes;

    private StagingBuffer head;
    private StagingBuffer tail;
    private StagingBuffer current; // the one whose frames are written next; null when there is none
    private int written; // bytes of current that the link has got
    private int openFrame = NONE; // where in tail the last frame begins, while it is not yet published
    private int openFlags;
    private int heldBytes;
    private int unrequestedBytes;
    private long lastSequence;
    private long writtenSequence; // of the last frame that the link has got
    private long acknowledged;
    private final SendQueue acknowledgedOperations = new SendQueue();
    private GatheredPayload freePayloads;

    /**
     * Makes an empty buffer.
     *
     * @param pools where staging buffers come from
     * @param mostBytes how many bytes of them it takes at most; it always takes one
     */
    public ResendBuffer(StagingPools pools, int mostBytes) {
        this.pools = pools;
        this.mostBytes = mostBytes;
        this.requestBytes = Math.min(REQUEST_BYTES, mostBytes / 4);
    }

    // ---- new frames ----

    /**
     * Finds room for a frame behind the last one.
     *
     * @param bytes header and body, at most a piece
     * @return true when there is room at {@link #offset} of {@link #memory}; false when the buffer is full
     */
    public boolean hasRoom(int bytes) {
        return roomBytes() >= bytes || takeBuffer(bytes);
    }

    private boolean takeBuffer(int bytes) {
        StagingPool pool = pools.of(bytes);
        if (head != null && heldBytes + pool.lengthBytes() > mostBytes) {
            return false;
        }
        add(pool.take());
        return true;
    }

    private void add(StagingBuffer taken) {
        taken.next = null;
        taken.end = 0;
        taken.lastSequence = lastSequence;
        heldBytes += taken.capacity;
        openFrame = NONE;
        if (tail == null) {
            head = taken;
            current = taken;
            written = 0;
        } else {
            tail.next = taken;
            if (current == tail && written == tail.end) {
                current = taken;
                written = 0;
            }
        }
        tail = taken;
    }

    /** Returns the buffer for the next frame, after {@link #hasRoom}. */
    public MemorySegment memory() {
        return tail.segment;
    }

    /** Returns the offset of the header of the next frame in {@link #memory}, in bytes. */
    public int offset() {
        return tail.end;
    }

    /** Returns the room behind the last frame, without taking more memory, in bytes of header and body. */
    public int roomBytes() {
        return tail == null || tail.payload != null ? 0 : tail.capacity - tail.end;
    }

    /**
     * Puts the header before a body that is in its place already, and gives the frame its number.
     *
     * @param kind a kind that has a number
     * @param flags flags of {@link FrameDescriptor}
     * @param bodyLength the bytes behind the header
     * @param acknowledgement the number of the peer's last frame that has been received
     */
    public void append(byte kind, int flags, int bodyLength, long acknowledgement) {
        int length = FrameDescriptor.HEADER_LENGTH + bodyLength;
        int allFlags = flags | requestFor(length);
        StagingBuffer buffer = tail;
        buffer.lastSequence = ++lastSequence;
        FrameDescriptor.write(buffer.segment, buffer.end, kind, allFlags, bodyLength, lastSequence, acknowledgement);
        openFrame = kind == FrameDescriptor.DATA ? buffer.end : NONE;
        openFlags = allFlags;
        buffer.end += length;
    }

    private int requestFor(int length) {
        unrequestedBytes += length;
        if (unrequestedBytes < requestBytes) {
            return 0;
        }
        unrequestedBytes = 0;
        return FrameDescriptor.ACK_WANTED;
    }

    /**
     * Returns the payload of an operation, of which nothing has been sent; used again when its
     * last frame is acknowledged.
     *
     * @return for {@link #appendGathered}
     */
    public GatheredPayload payloadOf(NetworkSend operation) {
        GatheredPayload payload = freePayloads;
        if (payload == null) {
            payload = new GatheredPayload();
        } else {
            freePayloads = payload.next;
            payload.next = null;
        }
        payload.begin(operation);
        return payload;
    }

    /**
     * Adds a frame whose last bytes stay where they are until the peer has acknowledged it. Takes no room.
     *
     * @param payload whose operation has the packet's header and the memory
     * @param headerLength bytes of the header; at most {@link #MAX_GATHERED_HEADER}, and 0 where the
     *     packet has begun before
     * @param bodyFrom where the bytes behind it begin in the memory
     * @param bodyBytes their number, at most {@link FrameDescriptor#PIECE_LENGTH}
     * @param isLast whether they are its last ones: {@link #acknowledged} gives it back
     * @param acknowledgement the number of the peer's last frame that has been received
     */
    public void appendGathered(
            GatheredPayload payload,
            int headerLength,
            long bodyFrom,
            long bodyBytes,
            boolean isLast,
            long acknowledgement) {
        NetworkSend operation = payload.operation();
        StagingBuffer frame = pools.control().take();
        add(frame);
        MemorySegment.copy(operation.header(), 0, frame.segment, FrameDescriptor.HEADER_LENGTH, headerLength);
        frame.body = operation.payload();
        frame.bodyFrom = bodyFrom;
        frame.bodyTo = bodyFrom + bodyBytes;
        frame.payload = payload;
        payload.frames++;
        frame.isLastOfPayload = isLast;
        frame.end = FrameDescriptor.HEADER_LENGTH + headerLength;
        frame.lastSequence = ++lastSequence;
        unrequestedBytes = 0;
        int length = headerLength + (int) bodyBytes;
        FrameDescriptor.write(
                frame.segment,
                0,
                FrameDescriptor.DATA,
                FrameDescriptor.ACK_WANTED,
                length,
                lastSequence,
                acknowledgement);
    }

    /**
     * Returns the operations whose bytes the peer has acknowledged, in order; the thread that
     * takes them out completes them.
     *
     * @return the queue itself
     */
    public SendQueue acknowledged() {
        return acknowledgedOperations;
    }

    /**
     * Takes out the operations whose bytes the peer has not acknowledged, since the session is over.
     *
     * @return those that are in frames to their last byte, in order
     */
    public SendQueue takeOperations() {
        SendQueue operations = new SendQueue();
        for (StagingBuffer buffer = head; buffer != null; buffer = buffer.next) {
            if (buffer.isLastOfPayload) {
                buffer.isLastOfPayload = false;
                operations.addLast(buffer.payload.operation());
            }
        }
        return operations;
    }

    /** Replaces the unwritten part of a payload by ABORT, because its memory has gone. */
    public void abandon(GatheredPayload payload) {
        for (StagingBuffer buffer = current; buffer != null; buffer = buffer.next) {
            if (buffer.payload == payload) {
                buffer.body = null;
                buffer.copied = null;
                buffer.isLastOfPayload = false;
                buffer.end = FrameDescriptor.HEADER_LENGTH;
                FrameDescriptor.write(
                        buffer.segment,
                        0,
                        FrameDescriptor.ABORT,
                        FrameDescriptor.ACK_WANTED,
                        0,
                        buffer.lastSequence,
                        0);
            }
        }
    }

    /**
     * Returns whether the last frame is one of data that the link has not got, so that bytes may
     * join it at {@link #offset}.
     *
     * @return true when there is room for them
     */
    public boolean canExtend(int bytes) {
        return openFrame != NONE
                && tail.capacity - tail.end >= bytes
                && tail.end - openFrame - FrameDescriptor.HEADER_LENGTH + bytes <= FrameDescriptor.MAX_DATA_LENGTH;
    }

    /**
     * Adds bytes that are in their place already to the last frame, after {@link #canExtend}.
     *
     * @param acknowledgement the number of the peer's last frame that has been received
     */
    public void extend(int bytes, long acknowledgement) {
        openFlags |= requestFor(bytes);
        tail.end += bytes;
        int bodyLength = tail.end - openFrame - FrameDescriptor.HEADER_LENGTH;
        FrameDescriptor.write(
                tail.segment, openFrame, FrameDescriptor.DATA, openFlags, bodyLength, lastSequence, acknowledgement);
    }

    // ---- to the socket ----

    /** Returns whether all frames have been written to the link. */
    public boolean isWritten() {
        return current == null || (written == current.end && current.next == null);
    }

    /**
     * Returns whether the present bytes should be written before more are added.
     *
     * @param bytes how much is enough
     * @return true when it has not got that many
     */
    public boolean isUnwritten(int bytes) {
        return current != null && (current != tail || current.end - written >= bytes);
    }

    /**
     * Returns the buffer whose bytes from {@link #writeFrom} to {@link #writeTo} are to be written next.
     *
     * @return the buffer; only while not {@link #isWritten}
     */
    public StagingBuffer writeBuffer() {
        return current.copied != null ? current.copied : current;
    }

    /** Returns the sender's memory in which what is to be written behind those bytes lies; null for most frames. */
    public MemorySegment writeBody() {
        return current.copied != null ? null : current.body;
    }

    /** Returns the offset of that in {@link #writeBody}, in bytes. */
    public long writeBodyFrom() {
        return current.bodyFrom;
    }

    /** Returns where it ends. */
    public long writeBodyTo() {
        return current.bodyTo;
    }

    public GatheredPayload writePayload() {
        return current.payload;
    }

    /**
     * Copies that memory behind its header, for a socket that cannot take it from where it is.
     *
     * @throws IllegalStateException when its arena has been closed
     * @throws InternalError when it is a mapped file that was cut short
     */
    public void copyBody() {
        long bytes = current.bodyTo - current.bodyFrom;
        StagingBuffer whole = new StagingBuffer(current.end + (int) bytes);
        MemorySegment.copy(current.segment, 0, whole.segment, 0, current.end);
        MemorySegment.copy(current.body, current.bodyFrom, whole.segment, current.end, bytes);
        MappedFaults.throwPending(current.body);
        whole.end = whole.capacity;
        current.copied = whole;
    }

    /** Returns the offset of the frame to begin with, in bytes. */
    public int writeFrom() {
        return written;
    }

    /** Returns the offset behind the frame to end with, in bytes. */
    public int writeTo() {
        return writeBuffer().end;
    }

    /** Notes that the link has taken the bytes, or that the socket is broken and {@link #rewind} will follow. */
    public void markWritten() {
        openFrame = NONE;
        writtenSequence = current.lastSequence;
        written = current.end;
        if (current.next != null) {
            current = current.next;
            written = 0;
        }
    }

    // ---- acknowledgement ----

    /**
     * Releases all frames up to the number that the peer has received.
     *
     * @param isFlushed false while the link still reads the last frame that it has got, so that its buffer must stay
     * @return true when there is more room than before
     * @throws SennitException with NETWORK when no such frame has been sent
     */
    public boolean acknowledge(long sequence, boolean isFlushed) {
        if (sequence <= acknowledged) {
            return false;
        }
        long most = isFlushed ? writtenSequence : writtenSequence - 1;
        if (sequence > most) {
            throw new SennitException(
                    ErrorClass.NETWORK, "bad bytes: acknowledgement=" + sequence + " of frames up to sequence=" + most);
        }
        acknowledged = sequence;
        boolean isMore = false;
        while (head != current && head.lastSequence <= sequence) {
            isMore = true;
            release();
        }
        if (sequence == lastSequence && isWritten()) {
            unrequestedBytes = 0;
            startAfresh();
            isMore = true;
        }
        return isMore;
    }

    private void release() {
        StagingBuffer freed = head;
        head = freed.next;
        freed.next = null;
        heldBytes -= freed.capacity;
        if (freed.isLastOfPayload) {
            acknowledgedOperations.addLast(freed.payload.operation());
        }
        if (freed.payload != null && --freed.payload.frames == 0 && freed.isLastOfPayload) {
            freed.payload.end();
            freed.payload.next = freePayloads;
            freePayloads = freed.payload;
        }
        freed.body = null;
        freed.payload = null;
        freed.isLastOfPayload = false;
        freed.copied = null;
        pools.give(freed);
    }

    /** Keeps one buffer, and only a small one, when everything is acknowledged. */
    private void startAfresh() {
        if (!pools.isSmall(tail) || tail.payload != null) {
            clear();
            return;
        }
        tail.end = 0;
        written = 0;
    }

    /** Gives an empty buffer back, for a session that is idle. */
    public void trim() {
        if (tail != null && head == tail && tail.end == 0) {
            clear();
        }
    }

    /** {@return the number of the last frame; 0 before the first} */
    public long lastSequence() {
        return lastSequence;
    }

    /** {@return whether the peer has everything} */
    public boolean isAcknowledged() {
        return acknowledged == lastSequence;
    }

    /** {@return the number of frames that the peer has not acknowledged} */
    public long unacknowledged() {
        return lastSequence - acknowledged;
    }

    /**
     * Returns whether a peer can have received this much and no more.
     *
     * @param sequence what the peer says that it has received
     * @return false when it speaks of another session
     */
    public boolean isPossible(long sequence) {
        return sequence >= acknowledged && sequence <= lastSequence;
    }

    // ---- the next socket ----

    /**
     * Starts to write from the first frame that the peer has not got.
     *
     * @param received the number of the last frame that it has got; {@link #isPossible}
     */
    public void rewind(long received) {
        writtenSequence = received; // as far as the next socket is concerned
        acknowledge(received, true);
        openFrame = NONE;
        while (head != tail && head.lastSequence <= received) {
            if (head == current) {
                current = head.next;
                written = 0;
            }
            release();
        }
        current = head;
        written = 0;
        if (head == null) {
            return;
        }
        if (head.payload != null) { // the only frame
            written = head.lastSequence <= received ? head.end : 0;
        }
        while (head.payload == null
                && written < head.end
                && FrameDescriptor.sequence(head.segment, written) <= received) {
            written += FrameDescriptor.HEADER_LENGTH + FrameDescriptor.length(head.segment, written);
        }
        if (written == head.end && head.next != null) {
            current = head.next;
            written = 0;
        }
    }

    /** Forgets everything, as when the session is over and its operations have been taken out. */
    public void clear() {
        while (head != null) {
            release();
        }
        tail = null;
        current = null;
        written = 0;
        openFrame = NONE;
    }
}
