package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.message.DataLayout;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Progress;

/**
 * A large message to another process, in null mode: RTS has gone, CTS starts the data, which goes in pieces so that
 * other messages of the connection get between them. Complete when the last piece is gone, or when the receiver says
 * that it wants no more.
 *
 * <p>Started by the thread that drives the endpoint; after that everything runs with the network's loop held.
 */
public final class RendezvousSend extends RemoteSend implements Transfer {
    /** The bytes of one DATA packet: 1 MiB takes 125 µs over loopback, the longest that another message waits. */
    private static final long PIECE_BYTES = 1 << 20;

    /** Pieces in flight, so that the connection never runs dry: a network may keep each until its peer has it. */
    private static final int IN_FLIGHT = 4;

    private final TransferTable transfers;
    private final VirtualConnection vc;
    private final long lengthBytes;
    private final int endpoint;
    private final int peerEndpoint;
    private final long id;

    // Guarded by the network's loop after CTS; the memory is written before RTS is sent.
    private MemorySegment memory;
    private final long offset;
    private final DataLayout layout; // null: without gaps
    private MemorySegment header;
    private long receiveId;
    private long nextOffset;
    private long goneBytes;
    private boolean hasEnded;
    /**
     * Makes a rendezvous send.
     *
     * @param progress moves the endpoint on
     * @param transfers the transfers under way
     * @param vc the connection
     * @param m the message
     * @param endpoint the endpoint's id
     */
    public RendezvousSend(
            Progress progress, TransferTable transfers, VirtualConnection vc, OutgoingMessage m, int endpoint) {
        super(progress);
        this.transfers = transfers;
        this.vc = vc;
        this.lengthBytes = m.lengthBytes;
        this.memory = m.memory;
        this.offset = m.offset;
        this.layout = m.layout;
        this.endpoint = endpoint;
        this.peerEndpoint = m.peer.address().endpoint();
        describe(m);
        activate();
        this.id = transfers.newId();
        transfers.add(id, this);
    }
    /**
     * Returns the id under which the transfer is found.
     *
     * @return a positive number
     */
    public long id() {
        return id;
    }

    @Override
    public VirtualConnection connection() {
        return vc;
    }

    /**
     * RTS is gone, or queued: when it cannot be sent no answer will come.
     *
     * @param pending the send that the network has queued
     */
    public void announced(NetworkSend pending) {
        if (pending != null) {
            pending.whenDone(() -> {
                if (pending.failure() != null) {
                    failed(pending.failure());
                }
            });
        }
    }

    /** The receive has matched: send the data. */
    void clearToSend(long matchedReceiveId) {
        if (header != null || hasEnded) {
            return; // a second CTS is a peer's mistake
        }
        receiveId = matchedReceiveId;
        header = PacketDescriptor.newHeader();
        for (int i = 0; i < IN_FLIGHT && nextOffset < lengthBytes && !hasEnded; i++) { // a piece may fail at once
            sendPiece(null);
        }
    }

    /** Sends what comes next; a piece with gaps is packed into the memory of one that has gone, or into fresh one. */
    private void sendPiece(MemorySegment room) {
        long bytes = Math.min(PIECE_BYTES, lengthBytes - nextOffset);
        MemorySegment packed = room;
        MemorySegment piece;
        if (layout == null) {
            piece = memory.asSlice(offset + nextOffset, bytes);
        } else {
            packed = room != null ? room : Arena.ofAuto().allocate(bytes, Long.BYTES);
            try {
                LayoutCopy.pack(memory, offset, layout, nextOffset, packed, 0, bytes);
            } catch (IllegalStateException
                    | WrongThreadException
                    | InternalError e) { // the last: a page that is not there
                memoryLost(e);
                return;
            }
            piece = packed.asSlice(0, bytes);
        }
        fill(PacketDescriptor.DATA, (short) 0, bytes);
        nextOffset += bytes;
        vc.send(new Piece(bytes, packed), header, piece);
    }

    private void pieceGone(long bytes, MemorySegment room) {
        goneBytes += bytes;
        if (hasEnded) {
            return;
        }
        if (goneBytes == lengthBytes) {
            if (end()) {
                completeSend();
            }
        } else if (nextOffset < lengthBytes) {
            sendPiece(room);
        }
    }

    /**
     * The receiver has thrown the message away, or failed.
     *
     * @param status the status of DONE
     */
    public void done(short status) {
        if (hasEnded || !end()) {
            return;
        }
        if (status == PacketDescriptor.MOVED || status == PacketDescriptor.DISCARDED) {
            completeSend();
        } else {
            failSend(SendFailure.of(this, LargeFailure.toldSender(status)));
        }
    }

    @Override
    public void failed(Throwable cause) {
        if (hasEnded || !end()) {
            return;
        }
        transfers.failed().noticed(vc.process(), cause);
        failSend(SendFailure.of(this, cause));
    }

    /** False when another thread has been faster. */
    private boolean end() {
        hasEnded = true;
        return transfers.remove(id);
    }

    /** Our memory is lost: the receiver learns it too. */
    private void memoryLost(Throwable cause) {
        if (hasEnded) {
            return;
        }
        failed(cause);
        fill(PacketDescriptor.DONE, PacketDescriptor.SENDER_LOST, 0);
        vc.startMessage(header, MemorySegment.NULL);
    }

    private void fill(byte type, short status, long payloadBytes) {
        PacketDescriptor.writeTransfer(
                header, type, PacketDescriptor.TO_RECEIVER, status, id, receiveId, lengthBytes, payloadBytes);
        PacketDescriptor.writeEndpoints(header, peerEndpoint, endpoint);
    }

    @Override
    public Awaited awaited() {
        return isComplete() ? null : Awaited.taker(toString(), communicator(), destination());
    }

    @Override
    protected void release() {
        memory = null;
    }

    /** One DATA packet. */
    private final class Piece extends NetworkSend {
        private final long bytes;

        private final MemorySegment packed; // null: straight from the user's memory

        Piece(long bytes, MemorySegment packed) {
            this.bytes = bytes;
            this.packed = packed;
        }

        @Override
        protected boolean isWhole() {
            return true;
        }

        @Override
        protected boolean onDataAvailable(VirtualConnection connection) {
            pieceGone(bytes, packed);
            return true;
        }

        @Override
        protected void onFailure(VirtualConnection connection, Throwable cause) {
            if (cause instanceof IllegalStateException) {
                memoryLost(cause);
            } else {
                failed(cause);
            }
        }
    }
}
