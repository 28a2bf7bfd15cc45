package org.sennit.internal.endpoints.am.call;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.sennit.internal.endpoints.am.packet.ActiveAnswers;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.runtime.concurrent.SparePool;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.internal.runtime.memory.ReusedMemory;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * A call from another process, until it is answered, with its memory. It goes back to the pool of its connection when
 * its handler has returned and the network has the answer.
 */
final class ReceivedCall implements RemoteCall {
    private final SparePool<ReceivedCall> spare;

    // Plain: stored by the upcall that brings the call, before its handler sees it.
    private VirtualConnection connection;
    private int sourceEndpoint;
    private int endpoint;
    private long sendId;
    private long dataBytes;
    private MemorySegment header;
    private final ReusedMemory headerRoom = ReusedMemory.ofWords();
    private final ReusedMemory dataRoom = ReusedMemory.ofWords();

    // Of the thread that answers.
    private final ReusedMemory resultRoom = ReusedMemory.ofWords();
    private final ReusedMemory packetRoom = ReusedMemory.ofBytes();

    // Of the network's send, for the action at its end. Plain: stored by the thread that answers, before it gives the
    // network that action, and by the action itself.
    private final NetworkSend queued = new CallSend();
    private final Runnable whenSent = this::sent; // one object for all uses
    private NetworkSend sending; // that, or one of the network's; null: none is under way
    private boolean isDataInUse; // by the network
    private long ifLost;

    // Guarded by this: the upcall, the thread that answers, and that which ends the network's send.
    private int users; // the arrival, until the handler has returned; and the answer, until the network has it
    private boolean isAnswered; // or being answered

    ReceivedCall(SparePool<ReceivedCall> spare) {
        this.spare = spare;
    }

    ReceivedCall begin(VirtualConnection vc, ByteBuffer packet, int at, int headerBytes) {
        connection = vc;
        sourceEndpoint = ActivePacket.sourceEndpoint(packet, at);
        endpoint = ActivePacket.destination(packet, at);
        sendId = ActivePacket.sendId(packet, at);
        dataBytes = ActivePacket.length(packet, at);
        header = headerRoom.of(headerBytes);
        synchronized (this) {
            users = 2;
            isAnswered = false;
        }
        return this;
    }

    @Override
    public int sourceProcess() {
        return connection.process();
    }

    @Override
    public int endpoint() {
        return endpoint;
    }

    @Override
    public MemorySegment header() {
        return header;
    }

    @Override
    public long dataBytes() {
        return dataBytes;
    }

    /** Returns memory for the data, which lasts until the call has been answered. */
    MemorySegment data() {
        return dataRoom.of(dataBytes);
    }

    @Override
    public MemorySegment results(long bytes) {
        return resultRoom.of(bytes);
    }

    @Override
    public void answer(long result, MemorySegment data, long inPlaceOfLost) {
        if (!claimAnswer()) {
            return;
        }
        NetworkSend pending;
        try {
            pending = reply(queued, ActivePacket.ANSWER, result, data);
        } catch (RuntimeException | Error e) { // such as an arena that has been closed: another answer may follow
            giveAnswerUp();
            throw e;
        }
        if (pending == null) {
            release();
            return;
        }
        sending = pending;
        isDataInUse = data.byteSize() > COPIED_BYTES;
        ifLost = inPlaceOfLost;
        pending.whenDone(whenSent);
    }

    /** Called when the network no longer uses the data. This is no other call yet: the send is one of its users. */
    private void sent() {
        Throwable cause = sending.failure();
        sending = null;
        if (cause != null && isDataInUse) { // of the memory; where the connection has failed this answer is lost, too
            reply(null, ActivePacket.ANSWER, ifLost, MemorySegment.NULL);
        }
        release();
    }

    /** Answers that the call could not be executed, unless it has been answered. */
    void failed(Throwable cause) {
        if (claimAnswer()) {
            byte[] text = String.valueOf(cause).getBytes(StandardCharsets.UTF_8);
            reply(null, ActivePacket.FAILED, 0, MemorySegment.ofArray(text));
            release();
        }
    }

    /** Returns whether the caller answers: a call has one answer, since it serves another call afterwards. */
    private synchronized boolean claimAnswer() {
        boolean isFirst = !isAnswered;
        isAnswered = true;
        return isFirst;
    }

    private synchronized void giveAnswerUp() {
        isAnswered = false;
    }

    private NetworkSend reply(NetworkSend operation, byte kind, long result, MemorySegment data) {
        long bytes = data.byteSize();
        boolean isCopied = bytes <= COPIED_BYTES;
        MemorySegment packet = packetRoom.of(PacketDescriptor.HEADER_LENGTH + (isCopied ? bytes : 0));
        ActivePacket.write(packet, PacketDescriptor.ACTIVE_REPLY, kind, sourceEndpoint, endpoint, sendId);
        ActivePacket.writeLengths(packet, bytes, result);
        if (isCopied) {
            MemorySegment.copy(data, 0, packet, PacketDescriptor.HEADER_LENGTH, bytes);
            MappedFaults.throwPending(data);
        }
        return ActiveAnswers.answer(connection, operation, packet, isCopied ? MemorySegment.NULL : data);
    }

    /** Called when the handler has returned, answered or not. */
    void executed() {
        release();
    }

    private void release() {
        synchronized (this) {
            if (--users > 0) {
                return;
            }
        }
        connection = null;
        headerRoom.end();
        dataRoom.end();
        resultRoom.end();
        packetRoom.end();
        spare.give(this);
    }
}
