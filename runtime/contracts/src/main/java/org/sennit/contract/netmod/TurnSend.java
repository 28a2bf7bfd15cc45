package org.sennit.contract.netmod;

import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;

/** A message of one batch whose end takes a turn. */
final class TurnSend extends NetworkSend {
    private final Turns turns;
    private final AtomicInteger ended;

    TurnSend(Turns turns, AtomicInteger ended) {
        this.turns = turns;
        this.ended = ended;
    }

    @Override
    protected boolean onDataAvailable(VirtualConnection vc) {
        turns.take(ended::incrementAndGet);
        return true;
    }

    @Override
    protected void onFailure(VirtualConnection vc, Throwable cause) {
        turns.take(ended::incrementAndGet);
    }
}
