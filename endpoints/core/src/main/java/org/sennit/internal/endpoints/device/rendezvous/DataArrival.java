package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.BufferMemory;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PayloadSink;

/**
 * Takes a DATA packet that is arriving over one connection: its bytes go to the user's memory as they come. What
 * arrives for a message that has ended is dropped. A receive whose memory the network has been given completes only
 * when the network no longer writes, also when a failure ends it. One for each connection, used with its upcalls.
 */
final class DataArrival implements PayloadSink {
    private final BufferMemory fragments = new BufferMemory();
    private ReceiveOperation operation;
    private long id; // of its message

    // Of the last question.
    private long roomOffset;
    private long roomBytes;
    private boolean isInside; // the network may write to the memory

    /** Begins a packet for a message; returns this. */
    DataArrival begin(ReceiveOperation to, long about) {
        leaveRoom();
        operation = to;
        id = about;
        return this;
    }

    @Override
    public void accept(ByteBuffer bytes) {
        if (!operation.enter(id)) {
            return;
        }
        int n = bytes.remaining();
        try {
            long missing = operation.missingBytes();
            if (n > missing) {
                throw new SennitException(
                        ErrorClass.NETWORK,
                        "more data than announced: length=" + operation.lengthBytes() + " got="
                                + (operation.lengthBytes() - missing + n));
            }
            operation.write(operation.lengthBytes() - missing, fragments.of(bytes), bytes.position(), n);
            operation.filled(n);
        } catch (IllegalStateException
                | WrongThreadException
                | InternalError e) { // InternalError: a mapped file was cut short
            memoryLost(e);
        } finally {
            operation.leave();
        }
    }

    @Override
    public MemorySegment room(long mostBytes) {
        leaveRoom();
        if (!operation.enter(id)) {
            return null;
        }
        MemorySegment room = mostBytes <= operation.missingBytes() ? operation.room() : null;
        if (room == null) {
            operation.leave();
            return null;
        }
        roomOffset = operation.roomOffset();
        roomBytes = mostBytes;
        isInside = true;
        return room;
    }

    @Override
    public long roomOffset() {
        return roomOffset;
    }

    @Override
    public long roomBytes() {
        return roomBytes;
    }

    @Override
    public void filled(long bytes) {
        if (isInside) {
            operation.filled(bytes);
            leaveRoom();
        }
    }

    @Override
    public void roomLost(Throwable cause) {
        if (isInside) {
            memoryLost(cause);
            leaveRoom();
        }
    }

    /** Notes that the network no longer writes to the memory; a receive that has been ended meanwhile completes. */
    private void leaveRoom() {
        if (isInside) {
            isInside = false;
            operation.leave();
        }
    }

    private void memoryLost(Throwable cause) {
        operation.failHere(MemoryLoss.reported(cause), false);
    }

    @Override
    public void complete() {
        if (operation.enter(id)) {
            if (operation.missingBytes() == 0) {
                operation.complete();
            }
            operation.leave();
        }
    }

    @Override
    public void failed(Throwable cause) {
        operation.failed(id, cause);
        leaveRoom();
    }
}
