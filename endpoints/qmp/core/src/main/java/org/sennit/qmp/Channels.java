package org.sennit.qmp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.sennit.Communicator;
import org.sennit.message.SennitException;

/** The declarations on one communicator. Belongs to the thread that drives the node. */
final class Channels {
    private final NodeSurroundings node;
    private final Communicator communicator;
    private final LogicalMachine machine;

    Channels(NodeSurroundings node, Communicator communicator, LogicalMachine machine) {
        this.node = node;
        this.communicator = communicator;
        this.machine = machine;
    }

    MessageHandle relative(boolean isSend, DeclaredMemory memory, int axis, int sign, int priority) {
        boolean isUpwards = isSend == sign > 0; // what comes from above travels downwards
        return single(isSend, memory, Tags.relative(Math.max(axis, 0), isUpwards), priority, () -> {
            if (sign == 0) {
                throw new RefusedCall(QmpStatus.INVALID_ARG, "no direction: sign=0 dimension=" + axis);
            }
            return machine.neighbor(axis, Integer.signum(sign));
        });
    }

    MessageHandle direct(boolean isSend, DeclaredMemory memory, int peer, int priority) {
        return single(isSend, memory, Tags.DIRECT, priority, () -> {
            if (peer < 0 || peer >= communicator.size()) {
                throw new RefusedCall(
                        QmpStatus.NODE_OUTRANGE, "no such node: node=" + peer + " nodes=" + communicator.size());
            }
            return peer;
        });
    }

    private MessageHandle single(boolean isSend, DeclaredMemory memory, int tag, int priority, IntSupplier peer) {
        try {
            node.checkInitialized();
            if (memory == null || memory.isFreed() || memory.node() != node) {
                throw new RefusedCall(QmpStatus.BAD_MEMORY, "no memory of this node, or freed: given=" + memory);
            }
            if (priority < 0) {
                throw new RefusedCall(QmpStatus.INVALID_ARG, "negative priority: priority=" + priority);
            }
            Channel channel = new Channel(communicator, isSend, peer.getAsInt(), tag, priority, memory);
            memory.use();
            return declared(List.of(channel));
        } catch (SennitException e) {
            node.errors().fail(e);
            return null;
        }
    }

    private MessageHandle declared(List<Channel> channels) {
        MessageHandle handle = new MessageHandle(node, channels);
        node.errors().succeed();
        return handle;
    }

    MessageHandle multiple(MessageHandle[] handles, int count) {
        try {
            node.checkInitialized();
            return declared(consumed(handles, count));
        } catch (SennitException e) {
            node.errors().fail(e);
            return null;
        }
    }

    MessageHandle pairs(MessageHandle[] handles, int count) {
        try {
            node.checkInitialized();
            checkHandles(handles, count);
            for (int i = 0; i < count; i += 2) {
                if (i + 1 == count || !handles[i].isPairWith(handles[i + 1])) {
                    throw new RefusedCall(QmpStatus.CHDEF_ERR, "no pair of a send and a receive: from index=" + i);
                }
            }
            return declared(consumed(handles, count));
        } catch (SennitException e) {
            node.errors().fail(e);
            return null;
        }
    }

    /** Consumes handles and returns their channels; none when one of them is not valid. */
    private List<Channel> consumed(MessageHandle[] handles, int count) {
        checkHandles(handles, count);
        List<Channel> channels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            channels.addAll(handles[i].consume());
        }
        return channels;
    }

    private void checkHandles(MessageHandle[] handles, int count) {
        if (handles == null || count < 1 || count > handles.length) {
            throw new RefusedCall(QmpStatus.INVALID_ARG, "wrong number of handles: nhandles=" + count);
        }
        Set<MessageHandle> seen = new HashSet<>();
        for (int i = 0; i < count; i++) {
            if (handles[i] == null || !handles[i].isOf(node) || !seen.add(handles[i])) {
                throw new RefusedCall(QmpStatus.BAD_MESSAGE, "missing, another node's, or twice: index=" + i);
            }
            handles[i].checkIdle();
        }
    }
}
