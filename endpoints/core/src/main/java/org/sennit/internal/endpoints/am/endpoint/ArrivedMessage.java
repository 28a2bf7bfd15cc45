package org.sennit.internal.endpoints.am.endpoint;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveVector;
import org.sennit.active.CompletionHandler;
import org.sennit.active.VectorKind;
import org.sennit.internal.endpoints.am.memory.MemoryUses;
import org.sennit.internal.endpoints.am.memory.VectorCopy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The message as its header handler sees it. Guarded by the gate of its endpoint, and reused for each message. */
public final class ArrivedMessage implements ActiveMessage {
    private int source;
    private int handler;
    private MemorySegment header;
    private PieceLengths pieces;
    private CompletionHandler completion;
    private Object parameter;
    private boolean isInline; // the completion handler
    private CompletionHandler loss; // in place of the completion handler, where the data is lost
    private Object lossParameter;
    private ByteBuffer packet; // null: it has not all data of another process
    private int dataAt; // in the packet
    private MemorySegment joined = MemorySegment.NULL; // room for data of several pieces
    private Object at; // the scope of its header handler; null when that has returned
    private boolean isAnswered;
    private HeldReply held; // the answer to an origin of this process; null for none
    private SennitException problem;
    private MemoryUses.Use use; // of the target vector, in checked mode
    private HandlerCopies lent; // in checked mode, while the handler runs; else null

    public ArrivedMessage begin(int from, int number, MemorySegment userHeader, PieceLengths lengths) {
        source = from;
        handler = number;
        header = userHeader;
        pieces = lengths;
        packet = null;
        isAnswered = false;
        forgetHandlers();
        problem = null;
        use = null;
        return this;
    }

    /** Says where the data of a message from another process is. */
    public void dataIsIn(ByteBuffer whole, int at) {
        packet = whole;
        dataAt = at;
    }

    /** Drops all references, so that the collector may have what they name. */
    public void end() {
        header = null;
        pieces = null;
        packet = null;
        at = null;
        held = null;
        forgetHandlers();
        problem = null;
        use = null;
    }

    /** Says that its header handler is about to be called. */
    void isHandledBy(Object scope) {
        at = scope;
    }

    /** Returns whether a header handler of that scope runs for this message. */
    boolean isHandledAt(Object scope) {
        return at == scope;
    }

    boolean isAnswered() {
        return isAnswered;
    }

    /** Notes that the message has been answered, or will be. */
    void answered(HeldReply later) {
        isAnswered = true;
        held = later;
    }

    /** Returns the answer that is to be delivered after the gate has been left; null for none. */
    HeldReply held() {
        return held;
    }

    /** Records that the message cannot be delivered: its data is dropped, and no completion handler runs. */
    void failed(SennitException error) {
        problem = error;
        forgetHandlers();
    }

    private void forgetHandlers() {
        completion = null;
        parameter = null;
        loss = null;
        lossParameter = null;
    }

    /** Records what is to be reported of a message that is delivered all the same. */
    void noted(SennitException error) {
        problem = error;
    }

    /** Has header and data copied that the handler asks for; null ends that. */
    void lends(HandlerCopies memory) {
        lent = memory;
    }

    /** Throws where the handler has returned and kept this; it cannot where another one runs. */
    private PieceLengths present() {
        if (pieces == null) {
            throw new SennitException(
                    ErrorClass.REQUEST, "the message is over: an ActiveMessage is for the call of its header handler");
        }
        return pieces;
    }

    void uses(MemoryUses.Use begun) {
        use = begun;
    }

    /** Returns the use of the target vector, which ends when the target counter moves; null for none. */
    public MemoryUses.Use use() {
        return use;
    }

    /** Returns the error to report; null for none. */
    public SennitException problem() {
        return problem;
    }

    PieceLengths lengths() {
        return pieces;
    }

    public CompletionHandler completion() {
        return completion;
    }

    public CompletionHandler loss() {
        return loss;
    }

    public Object lossParameter() {
        return lossParameter;
    }

    public Object parameter() {
        return parameter;
    }

    public boolean isCompletedInline() {
        return isInline;
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
        present();
        return lent == null ? header : lent.of(header);
    }

    @Override
    public long lengthBytes() {
        return present().totalBytes();
    }

    @Override
    public VectorKind kind() {
        return present().kind();
    }

    @Override
    public int pieces() {
        return present().pieces();
    }

    @Override
    public long pieceBytes(int piece) {
        return present().pieceBytes(piece);
    }

    @Override
    public MemorySegment data() {
        return lent == null ? dataHere() : lent.of(dataHere());
    }

    private MemorySegment dataHere() {
        long length = present().totalBytes();
        if (length == 0) {
            return MemorySegment.NULL;
        }
        if (pieces.vector() != null) {
            return local(pieces.vector(), length);
        }
        return packet == null
                ? null
                : MemorySegment.ofBuffer(packet.duplicate().clear())
                        .asSlice(dataAt, length)
                        .asReadOnly();
    }

    private MemorySegment local(ActiveVector vector, long length) {
        if (vector.pieces() == 1) {
            return vector.memory(0).asSlice(vector.offsetBytes(0), length).asReadOnly();
        }
        if (length > MOST_JOINED_BYTES) {
            return null;
        }
        if (joined.byteSize() == 0) {
            joined = MemorySegment.ofArray(new byte[MOST_JOINED_BYTES]);
        }
        VectorCopy.copy(vector, ActiveVector.of(joined));
        return joined.asSlice(0, length).asReadOnly();
    }

    @Override
    public void onCompletion(CompletionHandler handler, Object given) {
        present();
        completion = handler;
        parameter = given;
        isInline = false;
    }

    @Override
    public void onCompletionInline(CompletionHandler handler, Object given) {
        present();
        completion = handler;
        parameter = given;
        isInline = true;
    }

    @Override
    public void onLoss(CompletionHandler handler, Object given) {
        present();
        loss = handler;
        lossParameter = given;
    }
}
