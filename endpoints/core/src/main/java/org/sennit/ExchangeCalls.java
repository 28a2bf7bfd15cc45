package org.sennit;

import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.p2p.Exchange;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * Sending and receiving at once on a {@link Communicator}, with two memories or with one that is replaced. (MPI 4.1, section
 * 3.10)
 */
public abstract class ExchangeCalls extends MessageCalls {
    private final Exchange exchange;

    /** Made by its communicator only. */
    ExchangeCalls(CommContext context) {
        super(context);
        this.exchange = new Exchange(context, pointToPoint());
    }

    final Exchange exchange() {
        return exchange;
    }

    /**
     * Sends and receives at once; two ranks may do so with each other, at any size. (MPI_Sendrecv)
     *
     * @param sendMemory what to send
     * @param sendLayout which elements of it
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param receiveMemory where to receive, apart from what is sent
     * @param receiveLayout which elements of it
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param receiveTag a tag or {@link #ANY_TAG}
     * @param status filled with the outcome of the receive; may be null
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void sendReceive(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int source,
            int receiveTag,
            Status status) {
        try {
            exchange.sendReceive(
                    sendMemory,
                    sendLayout,
                    destination,
                    sendTag,
                    receiveMemory,
                    receiveLayout,
                    source,
                    receiveTag,
                    status);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Sends all of a memory and receives into another at once; two ranks may do so with each other, at any size. (MPI_Sendrecv)
     *
     * @param sendMemory what to send
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param receiveMemory where to receive, apart from what is sent
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param receiveTag a tag or {@link #ANY_TAG}
     * @param status filled with the outcome of the receive; may be null
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void sendReceive(
            @Memory Object sendMemory,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            int source,
            int receiveTag,
            Status status) {
        try {
            exchange.sendReceive(
                    sendMemory,
                    MemoryViews.layoutOf(sendMemory),
                    destination,
                    sendTag,
                    receiveMemory,
                    MemoryViews.layoutOf(receiveMemory),
                    source,
                    receiveTag,
                    status);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Sends what is in a memory and receives into it; blocks until both are done. (MPI_Sendrecv_replace)
     *
     * @param memory what to send, and where to receive
     * @param layout which elements of it
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param receiveTag a tag or {@link #ANY_TAG}
     * @param status filled with the outcome of the receive; may be null
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void sendReceiveReplace(
            @Memory Object memory,
            DataLayout layout,
            int destination,
            int sendTag,
            int source,
            int receiveTag,
            Status status) {
        try {
            exchange.replace(memory, layout, destination, sendTag, source, receiveTag, status);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Sends all of a memory and receives into it; blocks until both are done. (MPI_Sendrecv_replace)
     *
     * @param memory what to send, and where to receive
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param receiveTag a tag or {@link #ANY_TAG}
     * @param status filled with the outcome of the receive; may be null
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void sendReceiveReplace(
            @Memory Object memory, int destination, int sendTag, int source, int receiveTag, Status status) {
        try {
            exchange.replace(memory, MemoryViews.layoutOf(memory), destination, sendTag, source, receiveTag, status);
        } catch (SennitException e) {
            throw raised(e);
        }
    }
}
