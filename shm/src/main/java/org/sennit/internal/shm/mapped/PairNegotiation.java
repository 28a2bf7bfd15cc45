package org.sennit.internal.shm.mapped;

import java.lang.foreign.Arena;
import org.sennit.internal.shm.mapped.memory.SharedFile;
import org.sennit.internal.shm.mapped.memory.SharedFileOffer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;

/**
 * The agreement of two processes on their shared memory: the one with the lower number makes and offers it, by itself
 * or on request, the other maps it and answers. If either cannot, both use the underlying connection. Used with the
 * connection's hold.
 */
final class PairNegotiation {
    private final MappedConnection connection;
    private final PairService service;
    private final PairStates states;
    private long number; // of this side's last offer
    private SharedFile made; // offered, not yet mapped by the peer
    private PairDescriptor madeLayout;
    private ControlPacket early; // the peer has ended the present pair already and wants the next

    PairNegotiation(MappedConnection connection, PairService service, PairStates states) {
        this.connection = connection;
        this.service = service;
        this.states = states;
    }

    /** Starts the negotiation, because something is to be sent. */
    void ask() {
        int peer = connection.process();
        if (peer >= 0 && connection.module().process() < peer) {
            offer();
        } else {
            send(new ControlPacket(ControlPacket.REQUEST, 0, ""));
        }
    }

    private void offer() {
        MappedHost module = connection.module();
        PairDescriptor layout = module.layout();
        try {
            made = module.places().createForPair(layout.totalBytes(), Arena.ofAuto());
        } catch (SennitException e) {
            send(new ControlPacket(ControlPacket.CANNOT, 0, e.getMessage()));
            states.passing(e.getMessage());
            return;
        }
        madeLayout = layout;
        number++;
        String text = layout.ringBytes() + " " + layout.largeBytes() + " " + made.describe();
        send(new ControlPacket(ControlPacket.OFFER, number, text));
    }

    /** Takes a packet of the peer's module. */
    void take(ControlPacket packet) {
        switch (packet.type()) {
            case ControlPacket.REQUEST -> requested(packet);
            case ControlPacket.OFFER -> offered(packet);
            case ControlPacket.MAPPED -> mapped(packet);
            case ControlPacket.CANNOT -> {
                if (states.isReady()) {
                    early = packet; // the end of the present pair is still to be read
                } else {
                    forgetOffer();
                    refused(packet);
                }
            }
            case ControlPacket.BROKEN ->
                states.broke(
                        new SennitException(
                                ErrorClass.NETWORK,
                                "the peer has broken the connection, process=" + connection.process() + ": "
                                        + packet.text()),
                        true);
            default ->
                states.broke(
                        new SennitException(
                                ErrorClass.NETWORK, "unknown packet of module mapped, type=" + packet.type()),
                        true);
        }
    }

    /**
     * Called when the peer shares no memory. If it is leaving, pending sends go over the underlying connection until
     * that ends.
     */
    private void refused(ControlPacket packet) {
        if (packet.number() == ControlPacket.LEAVING) {
            states.passing();
        } else {
            states.passing("the peer says: " + packet.text());
        }
    }

    private void requested(ControlPacket packet) {
        if (connection.module().hasEnded()) {
            send(new ControlPacket(ControlPacket.CANNOT, ControlPacket.LEAVING, "the process is leaving"));
        } else if (states.isPassing()) {
            send(new ControlPacket(ControlPacket.CANNOT, 0, "messages go through sockets already"));
        } else if (made != null) {
            return; // asked at the same time: the offer is on its way
        } else if (states.isIdle() || states.isAsking()) {
            states.asking();
            offer();
        } else {
            early = packet;
        }
    }

    private void offered(ControlPacket packet) {
        if (connection.module().hasEnded()) {
            send(new ControlPacket(ControlPacket.CANNOT, ControlPacket.LEAVING, "the process is leaving"));
        } else if (states.isPassing()) {
            send(new ControlPacket(ControlPacket.CANNOT, 0, "messages go through sockets already"));
        } else if (states.isIdle() || states.isAsking()) {
            map(packet);
        } else {
            early = packet;
        }
    }

    private void map(ControlPacket packet) {
        MappedPair pair;
        try {
            String[] words = packet.text().split(" ", 3);
            PairDescriptor layout = new PairDescriptor(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
            SharedFile file = SharedFileOffer.parse(words[2]).open(Arena.ofAuto());
            pair = new MappedPair(connection.module().setup().context(), file, layout, false);
        } catch (RuntimeException e) { // not there, not ours, or nonsense
            send(new ControlPacket(ControlPacket.CANNOT, 0, String.valueOf(e.getMessage())));
            states.passing(String.valueOf(e.getMessage()));
            return;
        }
        send(new ControlPacket(ControlPacket.MAPPED, packet.number(), ""));
        states.ready(pair);
    }

    private void mapped(ControlPacket packet) {
        if (made == null || packet.number() != number || !states.isAsking()) {
            return;
        }
        made.unlink();
        MappedPair pair = new MappedPair(connection.module().setup().context(), made, madeLayout, true);
        made = null;
        states.ready(pair);
    }

    /** Called when the connection is idle again. */
    void takeEarlyPacket() {
        ControlPacket packet = early;
        early = null;
        if (packet != null) {
            take(packet);
        }
    }

    void reset() {
        forgetOffer();
        early = null;
    }

    private void forgetOffer() {
        if (made != null) {
            made.unlink();
            made = null;
        }
    }

    /** Notifies the peer's module; what was pending fails when that cannot be. */
    void send(ControlPacket packet) {
        NetworkSend operation = connection.inner().startMessage(packet.header(), packet.payload());
        if (operation != null && packet.type() != ControlPacket.BROKEN) {
            operation.whenDone(() -> {
                if (operation.failure() != null) {
                    service.askingFailed(operation.failure());
                }
            });
        }
    }
}
