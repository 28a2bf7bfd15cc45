package org.sennit.internal.endpoints.am.packet;

import java.lang.foreign.MemorySegment;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/** Sends what a peer waits for. Any thread. */
public final class ActiveAnswers {
    private ActiveAnswers() {}

    /** Notifies an origin of what has become of its message, by a header of the caller's. */
    public static void acknowledge(
            VirtualConnection connection, MemorySegment header, byte kind, int to, int from, long sendId) {
        ActivePacket.write(header, PacketDescriptor.ACK, kind, to, from, sendId);
        answer(connection, header, MemorySegment.NULL);
    }

    /** Notifies a target that data it waits for does not come, by a header of the caller's. */
    public static void withdraw(VirtualConnection connection, MemorySegment header, int to, long receiveId) {
        ActivePacket.write(
                header, PacketDescriptor.ACTIVE_MESSAGE, ActivePacket.WITHDRAWN, to, PacketDescriptor.NO_ENDPOINT, 0);
        ActivePacket.writeReceiveId(header, receiveId);
        answer(connection, header, MemorySegment.NULL);
    }

    /**
     * Sends what a peer waits for, where it lives. What is wrong with the packet is thrown.
     *
     * @return the send under way, null when it is over
     */
    public static NetworkSend answer(VirtualConnection connection, MemorySegment header, MemorySegment payload) {
        return answer(connection, null, header, payload);
    }

    /** As above, with an operation for a packet that is queued; null: the network makes one. */
    public static NetworkSend answer(
            VirtualConnection connection, NetworkSend operation, MemorySegment header, MemorySegment payload) {
        try {
            return operation == null
                    ? connection.startMessage(header, payload)
                    : connection.startMessage(operation, header, payload);
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.NETWORK) {
                throw e;
            }
            return null; // the connection has been closed, which others report: no process waits for the packet
        }
    }
}
