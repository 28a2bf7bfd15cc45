package org.sennit.internal.endpoints.device.observation;

import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.internal.shm.protocol.SynergisticProtocol;

/** The match queue of an endpoint that is watched: reports posted receives and matches. */
public final class ObservedMatchQueue extends MatchQueue {
    private final DeviceObserver observer;
    private final SynergisticProtocol synergistic;

    /**
     * Makes an observed match queue.
     *
     * @param lock null where one thread drives the endpoint
     * @param synergistic the protocol for large messages
     * @param observer notified of what happens
     */
    public ObservedMatchQueue(
            ManyToOneInbox inbox, McsLock lock, SynergisticProtocol synergistic, DeviceObserver observer) {
        super(inbox, lock);
        this.observer = observer;
        this.synergistic = synergistic;
    }

    @Override
    public void post(ReceiveRequest receive) {
        observer.stepBegins(CallStep.POST, 0);
        try {
            observer.posts(receive);
            super.post(receive);
        } finally {
            observer.stepEnds();
        }
    }

    @Override
    protected void onTakenBack(ReceiveRequest receive) {
        observer.takesBack(receive);
    }

    @Override
    protected void onMatched(ReceiveRequest receive, PayloadSource from, int source, int tag, long lengthBytes) {
        observer.matches(receive, source, tag, lengthBytes, protocol(from, lengthBytes));
    }

    private MessageProtocol protocol(PayloadSource from, long lengthBytes) {
        if (from == null) {
            return MessageProtocol.IMMEDIATE;
        }
        if (from instanceof SingleCopySend) {
            return synergistic.covers(lengthBytes) ? MessageProtocol.SYNERGISTIC : MessageProtocol.SINGLE_COPY;
        }
        return from.protocol();
    }
}
