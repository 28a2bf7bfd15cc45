package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.shm.mapped.transfer.PairTransfer;
import org.sennit.internal.shm.mapped.transfer.TransferArea;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.network.LargeMessageTransfer;

/**
 * The large messages of a connection, by the memory that both sides have mapped at the moment. One that is under way
 * when the connection ends in order stays in the memory in which it has begun. Threads as
 * {@link LargeMessageTransfer} says.
 */
final class MappedTransfer implements LargeMessageTransfer {
    private final MappedConnection connection;
    private volatile PairTransfer current; // stored with the connection's hold, before the pair is published

    MappedTransfer(MappedConnection connection) {
        this.connection = connection;
    }

    /** Called when both sides have mapped the memory; with the hold. */
    void begin(MappedPair pair) {
        MappedHost module = connection.module();
        TransferArea area = new TransferArea() {
            @Override
            public MemorySegment outgoing() {
                return pair.largeOut;
            }

            @Override
            public MemorySegment incoming() {
                return pair.largeIn;
            }

            @Override
            public void ring(int peerEndpoint) {
                connection.ringForMemory(pair, peerEndpoint);
            }
        };
        current = new PairTransfer(
                area, module.heap(), module.setup().context(), module.setup().options());
    }

    private PairTransfer current() {
        if (connection.pair() == null) {
            throw new SennitException(
                    ErrorClass.NETWORK, "the memory shared with process=" + connection.process() + " is gone");
        }
        return current;
    }

    @Override
    public void initiate(LargeMessageOperation operation) {
        current().initiate(operation);
    }

    @Override
    public void startReceive(LargeMessageOperation operation, MemorySegment senderCookie) {
        current().startReceive(operation, senderCookie);
    }

    @Override
    public void startSend(LargeMessageOperation operation, MemorySegment receiverCookie) {
        current().startSend(operation, receiverCookie);
    }

    @Override
    public void handleCookie(LargeMessageOperation operation, MemorySegment cookie) {
        current.handleCookie(operation, cookie);
    }

    @Override
    public void doneSend(LargeMessageOperation operation) {
        current.doneSend(operation);
    }

    @Override
    public void doneReceive(LargeMessageOperation operation) {
        current.doneReceive(operation);
    }

    @Override
    public void abandoned(LargeMessageOperation operation) {
        current.abandoned(operation);
    }
}
