package org.sennit.internal.endpoints.handle;

import org.sennit.MatchedMessage;
import org.sennit.MessageCalls;
import org.sennit.ObjectCalls;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.SendMode;
import org.sennit.internal.endpoints.p2p.Exchange;
import org.sennit.internal.endpoints.p2p.ObjectMessages;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.internal.endpoints.p2p.ProbedMessage;
import org.sennit.internal.endpoints.p2p.SendModes;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** The part of a communicator handle for point-to-point messages. Each call passes its error to the error handler. */
abstract class PointToPointHandle implements MessageCalls, ObjectCalls {
    private final CommContext context;
    private final PointToPoint pointToPoint;
    private final SendModes modes;
    private final Exchange exchange;
    private final ObjectMessages objects;

    PointToPointHandle(CommContext context) {
        this.context = context;
        this.pointToPoint = new PointToPoint(context);
        this.modes = new SendModes(context);
        this.exchange = new Exchange(context, pointToPoint);
        this.objects = new ObjectMessages(context);
    }

    /** Returns the communicator's state. */
    public final CommContext context() {
        return context;
    }

    final PointToPoint pointToPoint() {
        return pointToPoint;
    }

    /** Calls the error handler. */
    final SennitException raised(SennitException error) {
        return context.raise(error);
    }

    /** Calls the error handler and throws when an argument is missing. */
    final void given(ErrorClass errorClass, String operation, String what, Object argument) {
        if (argument == null) {
            throw raised(missing(errorClass, operation, what));
        }
    }

    /** Returns the error of an argument that is null. */
    final SennitException missing(ErrorClass errorClass, String operation, String what) {
        return new SennitException(
                errorClass,
                "no " + what + ": given=null operation=" + operation + " rank=" + context.rank() + " communicator="
                        + context);
    }

    /** Returns the layout of memory that is given without one; calls the error handler when it has none. */
    final DataLayout layoutOf(Object memory) {
        try {
            return MemoryViews.layoutOf(memory);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    final SendModes modes() {
        return modes;
    }

    final Exchange exchange() {
        return exchange;
    }

    final ObjectMessages objects() {
        return objects;
    }

    @Override
    public void send(@Memory Object memory, int destination, int tag) {
        try {
            pointToPoint.send(memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void receive(@Memory Object memory, int source, int tag) {
        try {
            pointToPoint.receive(memory, MemoryViews.layoutOf(memory), source, tag, null);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public Status receive(@Memory Object memory, int source, int tag, Status status) {
        try {
            pointToPoint.receive(memory, MemoryViews.layoutOf(memory), source, tag, status);
            return status;
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void send(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            pointToPoint.send(memory, layout, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void receive(@Memory Object memory, DataLayout layout, int source, int tag) {
        try {
            pointToPoint.receive(memory, layout, source, tag, null);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public Status receive(@Memory Object memory, DataLayout layout, int source, int tag, Status status) {
        try {
            pointToPoint.receive(memory, layout, source, tag, status);
            return status;
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public Status probe(int source, int tag) {
        return probe(source, tag, new Status());
    }

    @Override
    public Status probe(int source, int tag, Status status) {
        try {
            pointToPoint.probe(source, tag, status);
            return status;
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public MatchedMessage probeMatched(int source, int tag) {
        try {
            ProbedMessage message = new ProbedMessage();
            pointToPoint.matchedProbes().probe(source, tag, message);
            return message;
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void probeMatched(int source, int tag, MatchedMessage message) {
        try {
            pointToPoint.matchedProbes().probe(source, tag, (ProbedMessage) message);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    private void send(SendMode mode, Object memory, DataLayout layout, int destination, int tag) {
        try {
            modes.send(mode, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void sendSynchronous(@Memory Object memory, DataLayout layout, int destination, int tag) {
        send(SendMode.SYNCHRONOUS, memory, layout, destination, tag);
    }

    @Override
    public void sendSynchronous(@Memory Object memory, int destination, int tag) {
        send(SendMode.SYNCHRONOUS, memory, layoutOf(memory), destination, tag);
    }

    @Override
    public void sendBuffered(@Memory Object memory, DataLayout layout, int destination, int tag) {
        send(SendMode.BUFFERED, memory, layout, destination, tag);
    }

    @Override
    public void sendBuffered(@Memory Object memory, int destination, int tag) {
        send(SendMode.BUFFERED, memory, layoutOf(memory), destination, tag);
    }

    @Override
    public void sendReady(@Memory Object memory, DataLayout layout, int destination, int tag) {
        send(SendMode.READY, memory, layout, destination, tag);
    }

    @Override
    public void sendReady(@Memory Object memory, int destination, int tag) {
        send(SendMode.READY, memory, layoutOf(memory), destination, tag);
    }

    @Override
    public void attachBuffer(@Memory Object memory) {
        try {
            modes.attachBuffer(memory);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public Object detachBuffer() {
        try {
            return modes.detachBuffer();
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void flushBuffer() {
        try {
            modes.flushBuffer();
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
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

    @Override
    public void sendReceive(
            @Memory Object sendMemory,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            int source,
            int receiveTag,
            Status status) {
        sendReceive(
                sendMemory,
                layoutOf(sendMemory),
                destination,
                sendTag,
                receiveMemory,
                layoutOf(receiveMemory),
                source,
                receiveTag,
                status);
    }

    @Override
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

    @Override
    public void sendReceiveReplace(
            @Memory Object memory, int destination, int sendTag, int source, int receiveTag, Status status) {
        sendReceiveReplace(memory, layoutOf(memory), destination, sendTag, source, receiveTag, status);
    }

    @Override
    public void sendObject(Object value, int destination, int tag) {
        try {
            objects.send(value, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void shareObject(Object value, int destination, int tag) {
        try {
            objects.share(value, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public <T> T receiveObject(Class<T> type, int source, int tag) {
        return receiveObject(type, source, tag, null);
    }

    @Override
    public <T> T receiveObject(Class<T> type, int source, int tag, Status status) {
        try {
            return objects.receive(type, source, tag, status);
        } catch (SennitException e) {
            throw raised(e);
        }
    }
}
