package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.internal.shm.mapped.ring.RingReader;
import org.sennit.internal.shm.mapped.ring.ShortHeader;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.packet.Envelope;

/** Hands the records of a connection's ring up to the device, and its end to the connection's states. With the hold. */
final class RingUpcalls implements RingReader.Handler {
    private final MappedConnection connection;
    private final PairStates states;
    private final NetworkUpcalls upcalls;
    private final Envelope envelope = new Envelope(); // of the short message that is handed up

    RingUpcalls(MappedConnection connection, PairStates states) {
        this.connection = connection;
        this.states = states;
        this.upcalls = connection.module().upcalls();
    }

    @Override
    public void packets(ByteBuffer bytes) {
        upcalls.handlePacket(connection, bytes);
    }

    @Override
    public boolean shortPacket(MemorySegment memory, long at, int payloadBytes) {
        envelope.lengthBytes = payloadBytes;
        return ShortHeader.handUp(upcalls, connection, memory, at, envelope);
    }

    @Override
    public void aborted() {
        upcalls.aborted(
                connection,
                new SennitException(
                        ErrorClass.PROC_ABORTED, "the sender's memory has gone, process=" + connection.process()));
    }

    @Override
    public void closed() {
        states.closeReceived();
    }
}
