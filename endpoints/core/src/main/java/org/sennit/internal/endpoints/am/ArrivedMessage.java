package org.sennit.internal.endpoints.am;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveMessage;
import org.sennit.active.CompletionHandler;
import org.sennit.active.VectorKind;
import org.sennit.message.SennitException;

/** The message as its header handler sees it. Guarded by the gate of its endpoint, and reused for each message. */
final class ArrivedMessage implements ActiveMessage {
    private int source;
    private int handler;
    private MemorySegment header;
    private PieceLengths pieces;
    private CompletionHandler completion;
    private Object parameter;
    private SennitException problem;
    private MemoryUses.Use use; // of the target vector, in checked mode

    ArrivedMessage begin(int from, int number, MemorySegment userHeader, PieceLengths lengths) {
        source = from;
        handler = number;
        header = userHeader;
        pieces = lengths;
        completion = null;
        parameter = null;
        problem = null;
        use = null;
        return this;
    }

    /** Drops all references, so that the collector may have what they name. */
    void end() {
        header = null;
        pieces = null;
        completion = null;
        parameter = null;
        problem = null;
        use = null;
    }

    /** Records that the message cannot be delivered: its data is dropped, and no completion handler runs. */
    void failed(SennitException error) {
        problem = error;
        completion = null;
        parameter = null;
    }

    /** Records what is to be reported of a message that is delivered all the same. */
    void noted(SennitException error) {
        problem = error;
    }

    void uses(MemoryUses.Use begun) {
        use = begun;
    }

    /** Returns the use of the target vector, which ends when the target counter moves; null for none. */
    MemoryUses.Use use() {
        return use;
    }

    /** Returns what is to be reported; null for nothing. */
    SennitException problem() {
        return problem;
    }

    PieceLengths lengths() {
        return pieces;
    }

    CompletionHandler completion() {
        return completion;
    }

    Object parameter() {
        return parameter;
    }

    @Override
    public int source() {
        return source;
    }

    @Override
    public int handler() {
        return handler;
    }

    @Override
    public MemorySegment header() {
        return header;
    }

    @Override
    public long lengthBytes() {
        return pieces.totalBytes();
    }

    @Override
    public VectorKind kind() {
        return pieces.kind();
    }

    @Override
    public int pieces() {
        return pieces.pieces();
    }

    @Override
    public long pieceBytes(int piece) {
        return pieces.pieceBytes(piece);
    }

    @Override
    public void onCompletion(CompletionHandler handler, Object given) {
        completion = handler;
        parameter = given;
    }
}
