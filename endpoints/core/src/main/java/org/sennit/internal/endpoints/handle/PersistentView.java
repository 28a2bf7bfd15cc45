package org.sennit.internal.endpoints.handle;

import org.sennit.PartitionedReceive;
import org.sennit.PartitionedSend;
import org.sennit.PersistentCalls;
import org.sennit.internal.endpoints.coll.call.Preparation;
import org.sennit.internal.endpoints.coll.call.PreparedCall;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.SendMode;
import org.sennit.internal.endpoints.p2p.Partitioning;
import org.sennit.internal.endpoints.p2p.Persistence;
import org.sennit.internal.runtime.trace.CallPrefix;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/** The view of a communicator whose calls make persistent requests. */
@CallPrefix(CallPrefix.PERSISTENT)
final class PersistentView extends RequestView implements PersistentCalls {
    private final Persistence persistence;
    private final Partitioning partitioning;

    PersistentView(CollectiveHandle owner, CommContext context) {
        super(owner);
        this.persistence = new Persistence(context, owner.pointToPoint(), owner.modes());
        this.partitioning = new Partitioning(context);
    }

    @Override
    Preparation preparation() {
        return owner.calls().persistent();
    }

    @Override
    Request started(PreparedCall call) {
        return call.persist();
    }

    @Override
    Request send(SendMode mode, Object memory, DataLayout layout, int destination, int tag) {
        try {
            return persistence.send(mode, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request send(@Memory Object memory, DataLayout layout, int destination, int tag) {
        return send(SendMode.STANDARD, memory, layout, destination, tag);
    }

    @Override
    public Request send(@Memory Object memory, int destination, int tag) {
        return send(SendMode.STANDARD, memory, owner.layoutOf(memory), destination, tag);
    }

    @Override
    public Request receive(@Memory Object memory, DataLayout layout, int source, int tag) {
        try {
            return persistence.receive(memory, layout, source, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request receive(@Memory Object memory, int source, int tag) {
        return receive(memory, owner.layoutOf(memory), source, tag);
    }

    @Override
    public PartitionedSend sendPartitioned(
            @Memory Object memory, int partitions, DataLayout partition, int destination, int tag) {
        try {
            return partitioning.send(memory, partitions, partition, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public PartitionedReceive receivePartitioned(
            @Memory Object memory, int partitions, DataLayout partition, int source, int tag) {
        try {
            return partitioning.receive(memory, partitions, partition, source, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }
}
