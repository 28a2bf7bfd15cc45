package org.sennit.internal.endpoints.am;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/** A call from another process, until it is answered. Immutable. */
final class ReceivedCall implements RemoteCall {
    private final VirtualConnection connection;
    private final int sourceEndpoint;
    private final int endpoint;
    private final long sendId;
    private final MemorySegment header;
    private final long dataBytes;

    ReceivedCall(VirtualConnection vc, ByteBuffer packet, int at, int headerBytes) {
        this.connection = vc;
        this.sourceEndpoint = ActivePacket.sourceEndpoint(packet, at);
        this.endpoint = ActivePacket.destination(packet, at);
        this.sendId = ActivePacket.sendId(packet, at);
        this.dataBytes = ActivePacket.length(packet, at);
        this.header = MemorySegment.ofArray(new long[(headerBytes + Long.BYTES - 1) / Long.BYTES])
                .asSlice(0, headerBytes);
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

    @Override
    public void answer(long result, MemorySegment data, long ifLost) {
        NetworkSend pending = reply(ActivePacket.ANSWER, result, data);
        if (pending != null && data.byteSize() > COPIED_BYTES) {
            pending.whenDone(() -> {
                if (pending.failure() != null) { // of the memory; where the connection has failed this one is lost, too
                    reply(ActivePacket.ANSWER, ifLost, MemorySegment.NULL);
                }
            });
        }
    }

    /** Answers that the call could not be executed. */
    void failed(Throwable cause) {
        byte[] text = String.valueOf(cause).getBytes(StandardCharsets.UTF_8);
        reply(ActivePacket.FAILED, 0, MemorySegment.ofArray(text));
    }

    private NetworkSend reply(byte kind, long result, MemorySegment data) {
        long bytes = data.byteSize();
        boolean isCopied = bytes <= COPIED_BYTES;
        int room = PacketDescriptor.HEADER_LENGTH + (isCopied ? (int) bytes : 0);
        MemorySegment packet = MemorySegment.ofArray(new byte[room]);
        ActivePacket.write(packet, PacketDescriptor.ACTIVE_REPLY, kind, sourceEndpoint, endpoint, sendId);
        ActivePacket.writeLengths(packet, bytes, result);
        if (isCopied) {
            MemorySegment.copy(data, 0, packet, PacketDescriptor.HEADER_LENGTH, bytes);
        }
        return ActiveProcess.answer(connection, packet, isCopied ? MemorySegment.NULL : data);
    }
}
