package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;

/**
 * What becomes of packets of memory whose ownership is passed; handed down to the device by those who pass it. Called with
 * a connection's upcalls: one at a time for one connection, at once for two. Must not block. A packet that cannot be right
 * throws NETWORK, which ends its connection.
 */
public interface OwnershipPackets {
    /** The longest payload of such a packet, in bytes. */
    int MAX_PAYLOAD_BYTES = 64 << 10;

    /** The payload that names memory which the receiving process has had before, in bytes. */
    int SHORT_NAME_BYTES = 24;

    /** The payload that names memory which could not be opened: its home and its number there, in bytes. */
    int BACK_BYTES = 8;

    /**
     * Memory has been passed.
     *
     * @param vc the connection
     * @param to for whom; null when it has gone
     * @param envelope its envelope, valid during the call
     * @param answerId not 0 when the giver waits for an answer
     * @param name names the memory, valid during the call
     */
    void passed(VirtualConnection vc, LocalEndpoint to, Envelope envelope, long answerId, MemorySegment name);

    /**
     * Memory has been passed that was here before: the short way of {@link #passed}, for a packet that is in one piece.
     *
     * @param vc the connection
     * @param to for whom
     * @param packet little-endian bytes, valid during the call
     * @param at where the header begins in them; the short name follows it
     * @return false when nothing has happened, and the packet is to be taken the other way
     */
    boolean passedAgain(VirtualConnection vc, LocalEndpoint to, ByteBuffer packet, int at);

    /**
     * What was passed from here with an answer has been taken, or refused.
     *
     * @param process the peer that says so
     * @param answerId what it was passed with
     * @param lengthBytes the length of the message
     * @param status {@link org.sennit.spi.packet.PacketDescriptor#MOVED} when it has been taken
     * @param why a text when it has been refused; perhaps empty
     */
    void answered(int process, long answerId, long lengthBytes, short status, String why);

    /**
     * Memory of this process has come home.
     *
     * @param process the peer that sends it
     * @param numbers four bytes each, valid during the call
     */
    void cameHome(int process, MemorySegment numbers);

    /**
     * Memory that was passed to a peer, whose process could not open it, has come back: it has no owner, and returns to its home.
     *
     * @param process the peer that sends it back
     * @param home the process whose memory it is
     * @param number its number there
     */
    void cameBack(int process, int home, int number);

    /**
     * The peer asks whether memory can be passed to here.
     *
     * @param vc the connection
     * @param region names a region of the peer's, valid during the call
     */
    void reachAsked(VirtualConnection vc, MemorySegment region);

    /**
     * The peer has answered whether memory can be passed to it.
     *
     * @param process the peer
     * @param isReached whether it can
     */
    void reachTold(int process, boolean isReached);

    /**
     * A process is lost: what waits for its answers ends.
     *
     * @param process its number
     * @param cause why it is thought lost
     */
    void lost(int process, Throwable cause);
}
