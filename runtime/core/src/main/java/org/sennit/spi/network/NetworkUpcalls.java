package org.sennit.spi.network;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.packet.Envelope;

/**
 * The calls of a network module on the device above it. All calls for one connection are serialised, each sees what the
 * one before it wrote, and they run on whichever thread drives that connection at that moment, with its loop held: they
 * must not block and must not wait for messages, but may send. Calls for two connections may run at the same time.
 *
 * <p>An upcall that throws does not stop the loop; the connection for which it was made is then broken with what was
 * thrown as its cause. The first upcall for a connection may come before {@link NetworkModule#connect} has returned it
 * to the caller, so an implementation attaches its state on first use.
 */
public interface NetworkUpcalls {
    /**
     * Called when bytes have arrived: any fragment of a packet, or many packets, in the order in which the peer sent
     * them.
     *
     * @param vc the connection
     * @param fragment the bytes between position and limit, at least one; the buffer belongs to the module again on
     *     return, so nothing may keep a view of it
     */
    void handlePacket(VirtualConnection vc, ByteBuffer fragment);

    /**
     * Called when an eager message has arrived, behind all that has been handed up. A module in whose memory it lies as
     * a whole may ask this before it hands up the packet; it need not.
     *
     * @param vc the connection
     * @param envelope what it is matched by, and its length; the module's again on return
     * @param endpoints as {@link org.sennit.spi.packet.PacketInBuffer#endpoints} joins them
     * @param memory off-heap memory in which the payload lies; the module's again on return
     * @param offset where it begins there, in bytes
     * @return true when it has been taken; false when nothing has happened, and the packet is to be handed up
     */
    default boolean handleShort(
            VirtualConnection vc, Envelope envelope, long endpoints, MemorySegment memory, long offset) {
        return false;
    }

    /**
     * Asks where further eager messages for an endpoint may go that follow one which {@link #handleShort} has taken,
     * without anything else between them. Costs a few loads; the answer holds until the next other upcall.
     *
     * @param vc the connection
     * @param endpoints as for {@link #handleShort}
     * @return where they go; null when each is to be handed up
     */
    default ShortMessageSink shortMessageSink(VirtualConnection vc, long endpoints) {
        return null;
    }

    /**
     * As {@link #handleShort}, when memory has been passed by {@link ShortMessageConnection#startPass}.
     *
     * @param vc the connection
     * @param envelope what it is matched by, and its length; the module's again on return
     * @param endpoints as {@link org.sennit.spi.packet.PacketInBuffer#endpoints} joins them
     * @param memory off-heap memory in which the payload lies, 24 bytes; the module's again on return
     * @param offset where it begins there, in bytes
     * @return true when it has been taken; false when nothing has happened, and the packet is to be handed up
     */
    default boolean handlePass(
            VirtualConnection vc, Envelope envelope, long endpoints, MemorySegment memory, long offset) {
        return false;
    }

    /**
     * Called when a packet without payload has arrived, behind all that has been handed up. A module in whose memory it
     * lies as a whole may ask this before it hands up the packet; it need not.
     *
     * @param vc the connection
     * @param memory off-heap memory in which bytes 0 to 7 of the packet's header lie, and then bytes 16 to 63; the
     *     module's again on return
     * @param offset where they begin there, in bytes
     * @return true when it has been taken; false when nothing has happened, and the packet is to be handed up
     */
    default boolean handleBare(VirtualConnection vc, MemorySegment memory, long offset) {
        return false;
    }

    /**
     * Returns the memory for the next bytes of a connection, straight from the network, instead of being
     * handed up. A module need not ask.
     *
     * @param vc the connection
     * @param mostBytes the largest number of bytes
     * @return memory that any thread may write, for {@link #roomBytes} at {@link #roomOffset} of it; null where the
     *     bytes are to be handed up
     */
    default MemorySegment room(VirtualConnection vc, long mostBytes) {
        return null;
    }

    /**
     * Returns the offset of the room in the memory that {@link #room} has returned.
     *
     * @param vc the connection
     * @return bytes
     */
    default long roomOffset(VirtualConnection vc) {
        throw new UnsupportedOperationException("a device without room was asked where it begins");
    }

    /**
     * Returns the length of the room that {@link #room} has returned.
     *
     * @param vc the connection
     * @return bytes; what lies behind the end of the memory is none
     */
    default long roomBytes(VirtualConnection vc) {
        throw new UnsupportedOperationException("a device without room was asked how long it is");
    }

    /**
     * Called when bytes have been put at the beginning of the {@link #room}; they are not handed up. The network writes
     * there no more.
     *
     * @param vc the connection
     * @param bytes the length in bytes; 0 for none
     */
    default void filled(VirtualConnection vc, long bytes) {
        throw new UnsupportedOperationException("a device without room has been filled");
    }

    /**
     * Called when the system cannot write to {@link #room}: the memory of a mapped file that has been made shorter. The
     * message cannot be received; the rest of it is handed up, and dropped by the device.
     *
     * @param vc the connection
     * @param cause what the system has said, an {@link IllegalStateException}
     */
    default void roomLost(VirtualConnection vc, Throwable cause) {
        throw new UnsupportedOperationException("a device without room has lost it", cause);
    }

    /**
     * Called when the message of which a first part has been handed up will not be finished, since the sender's memory
     * has gone; the next bytes begin a new packet. The device resets its assembler.
     *
     * @param vc the connection
     * @param cause why
     */
    default void aborted(VirtualConnection vc, Throwable cause) {
        throw new SennitException(ErrorClass.PROC_ABORTED, "a message was given up by its sender", cause);
    }

    /**
     * Called when the connection was closed in order, by this process or by its peer: everything sent before has gone
     * out, everything that the peer sent has been handed up. The connection is as after {@link NetworkModule#connect}
     * and may be used again.
     *
     * @param vc the connection
     */
    void terminated(VirtualConnection vc);

    /**
     * Called when the connection is lost for good: the peer is dead, another incarnation of it has answered, or it has
     * been silent for too long. A broken connection is healed by the module without a call. Called once for every loss,
     * after every send that was queued or not yet acknowledged has got its {@link NetworkSend#onFailure}.
     *
     * @param vc the connection
     * @param cause PROC_FAILED when the process is dead or taken for dead, with how and when that was noticed; NETWORK
     *     otherwise
     */
    void failed(VirtualConnection vc, Throwable cause);
}
