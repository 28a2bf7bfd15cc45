package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;

/**
 * Receives the packets about memory whose ownership is passed. Called with a connection's upcalls: one at a time for
 * one connection, concurrently for several. Must not block. An invalid packet is answered by an exception (NETWORK),
 * which ends its connection.
 */
public interface OwnershipPackets {
    /** The longest payload of such a packet, in bytes. */
    int MAX_PAYLOAD_BYTES = 64 << 10;

    /** Length of the payload that names memory which the receiving process has had before, in bytes. */
    int SHORT_NAME_BYTES = 24;

    /**
     * Length of the payload that names memory which could not be opened (its home process and its number there), in
     * bytes.
     */
    int BACK_BYTES = 8;

    /**
     * Called when memory has been passed to an endpoint of this process.
     *
     * @param to the receiver; null when it has ended
     * @param envelope its envelope, valid during the call
     * @param answerId not 0 when the giver waits for an answer
     * @param name names the memory, valid during the call
     */
    void passed(VirtualConnection vc, LocalEndpoint to, Envelope envelope, long answerId, MemorySegment name);

    /**
     * Fast path of {@link #passed}: memory that was here before, in a packet of one piece.
     *
     * @param to the receiver
     * @param packet little-endian bytes, valid during the call
     * @param at the offset of the header; the short name follows it
     * @return false when nothing has happened, and the caller must use {@link #passed}
     */
    boolean passedAgain(VirtualConnection vc, LocalEndpoint to, ByteBuffer packet, int at);

    /**
     * As above, for a packet that {@link org.sennit.spi.network.NetworkUpcalls#handlePass} has brought.
     *
     * @param to the receiver
     * @param envelope its envelope, valid during the call
     * @param memory where the short name lies, valid during the call
     * @param at the offset of the short name
     * @return false when nothing has happened, and the packet must come as a whole
     */
    boolean passedAgain(LocalEndpoint to, Envelope envelope, MemorySegment memory, long at);

    /**
     * Called when memory that was passed from here with an answer has been taken or refused.
     *
     * @param process the peer that says so
     * @param answerId the id given when it was passed
     * @param lengthBytes the length of the message
     * @param status {@link org.sennit.spi.packet.PacketDescriptor#MOVED} when it has been taken
     * @param why a text when it has been refused; perhaps empty
     */
    void answered(int process, long answerId, long lengthBytes, short status, String why);

    /**
     * Called when memory of this process has been returned.
     *
     * @param process the peer that sends it
     * @param isTaken false where the endpoint to which it was given has ended without taking it
     * @param numbers four bytes each, valid during the call
     */
    void cameHome(int process, boolean isTaken, MemorySegment numbers);

    /**
     * Called when a peer could not open memory that was passed to it: the memory has no owner, and returns to its home
     * process.
     *
     * @param process the peer that sends it back
     * @param home the process whose memory it is
     * @param number its number there
     */
    void cameBack(int process, int home, int number);

    /**
     * Called when the peer asks whether this process can map its memory.
     *
     * @param region names a region of the peer's, valid during the call
     */
    void reachAsked(VirtualConnection vc, MemorySegment region);

    /**
     * Called when the peer has answered whether it can map memory of this process.
     *
     * @param process the peer
     * @param isReached whether it can
     */
    void reachTold(int process, boolean isReached);

    /**
     * Called when a process is lost; fails what waits for its answers.
     *
     * @param process its number
     * @param cause why it is thought lost
     */
    void lost(int process, Throwable cause);
}
