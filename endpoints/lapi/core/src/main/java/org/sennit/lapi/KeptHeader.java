package org.sennit.lapi;

import java.lang.foreign.MemorySegment;

/** The header of a message all of which is here: a lightweight one, or one that a header handler has dropped before. */
final class KeptHeader extends ReceivedHeader {
    private final KeptMessage message;

    KeptHeader(Lapi handle, LapiTask task, KeptMessage message) {
        super(handle, task);
        this.message = message;
    }

    @Override
    public int origin() {
        return message.origin();
    }

    @Override
    public MemorySegment userHeader() {
        return message.userHeader();
    }

    @Override
    public VectorType type() {
        return message.type();
    }

    @Override
    public int count() {
        return message.lengths().length;
    }

    @Override
    public long lengthBytes(int piece) {
        return message.lengths()[piece];
    }

    @Override
    public long sizeBytes() {
        return message.data().byteSize();
    }

    @Override
    public MemorySegment dataInPacket() {
        return message.data().asReadOnly();
    }
}
