package org.sennit.internal.endpoints.handle;

import java.util.Map;
import org.sennit.MatchedMessage;
import org.sennit.NonblockingCalls;
import org.sennit.ObjectRequest;
import org.sennit.PendingCommunicator;
import org.sennit.internal.endpoints.coll.call.Preparation;
import org.sennit.internal.endpoints.coll.call.PreparedCall;
import org.sennit.internal.endpoints.device.SendMode;
import org.sennit.internal.endpoints.p2p.ProbedMessage;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.trace.CallPrefix;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** The view of a communicator whose calls start an operation. */
@CallPrefix(CallPrefix.NONBLOCKING)
final class NonblockingView extends RequestView implements NonblockingCalls {
    private final CommunicatorHandle communicator;

    NonblockingView(CommunicatorHandle owner) {
        super(owner);
        this.communicator = owner;
    }

    @Override
    Preparation preparation() {
        return owner.calls().nonblocking();
    }

    @Override
    Request started(PreparedCall call) {
        return call.begin();
    }

    @Override
    public Request send(@Memory Object memory, int destination, int tag) {
        try {
            return owner.pointToPoint().sendNonblocking(memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request receive(@Memory Object memory, int source, int tag) {
        try {
            return owner.pointToPoint().receiveNonblocking(memory, MemoryViews.layoutOf(memory), source, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request send(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            return owner.pointToPoint().sendNonblocking(memory, layout, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request receive(@Memory Object memory, DataLayout layout, int source, int tag) {
        try {
            return owner.pointToPoint().receiveNonblocking(memory, layout, source, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public boolean probe(int source, int tag, Status status) {
        try {
            return owner.pointToPoint().probeNonblocking(source, tag, status);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public MatchedMessage probeMatched(int source, int tag) {
        try {
            ProbedMessage message = new ProbedMessage();
            return owner.pointToPoint().matchedProbes().probeNonblocking(source, tag, message) ? message : null;
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public boolean probeMatched(int source, int tag, MatchedMessage message) {
        try {
            return owner.pointToPoint().matchedProbes().probeNonblocking(source, tag, (ProbedMessage) message);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    Request send(SendMode mode, Object memory, DataLayout layout, int destination, int tag) {
        try {
            return owner.modes().sendNonblocking(mode, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendReceive(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int source,
            int receiveTag) {
        try {
            return owner.exchange()
                    .sendReceiveNonblocking(
                            sendMemory,
                            sendLayout,
                            destination,
                            sendTag,
                            receiveMemory,
                            receiveLayout,
                            source,
                            receiveTag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendReceive(
            @Memory Object sendMemory,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            int source,
            int receiveTag) {
        return sendReceive(
                sendMemory,
                owner.layoutOf(sendMemory),
                destination,
                sendTag,
                receiveMemory,
                owner.layoutOf(receiveMemory),
                source,
                receiveTag);
    }

    @Override
    public Request sendReceiveReplace(
            @Memory Object memory, DataLayout layout, int destination, int sendTag, int source, int receiveTag) {
        try {
            return owner.exchange().replaceNonblocking(memory, layout, destination, sendTag, source, receiveTag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendReceiveReplace(@Memory Object memory, int destination, int sendTag, int source, int receiveTag) {
        return sendReceiveReplace(memory, owner.layoutOf(memory), destination, sendTag, source, receiveTag);
    }

    @Override
    public Request sendObject(Object value, int destination, int tag) {
        try {
            return owner.objects().sendNonblocking(value, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public <T> ObjectRequest<T> receiveObject(Class<T> type, int source, int tag) {
        try {
            return owner.objects().receiveNonblocking(type, source, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public PendingCommunicator duplicate() {
        return communicator.duplicateNonblocking();
    }

    @Override
    public PendingCommunicator duplicate(Map<String, String> info) {
        return communicator.duplicateNonblocking(info);
    }
}
