package org.sennit.qmp;

import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.message.SennitException;

/** The state of one communicator at one node. Belongs to the thread that drives the node. */
final class CommState {
    private final NodeState node;
    private final Communicator communicator;
    private final int color;
    private final int key;
    private final int colors;
    private final LogicalMachine machine;
    private final Channels channels;
    private final GlobalOperations reductions;

    /** Makes the state, with the allocated grid of its nodes, or null. */
    CommState(NodeState node, Communicator communicator, Grid grid, int color, int key, int colors) {
        this.node = node;
        this.communicator = communicator;
        this.color = color;
        this.key = key;
        this.colors = colors;
        this.machine = new LogicalMachine(node.surroundings(), communicator, grid);
        this.channels = new Channels(node.surroundings(), communicator, machine);
        this.reductions = new GlobalOperations(node.surroundings(), communicator);
    }

    NodeState node() {
        return node;
    }

    Communicator communicator() {
        return communicator;
    }

    LogicalMachine machine() {
        return machine;
    }

    Channels channels() {
        return channels;
    }

    GlobalOperations reductions() {
        return reductions;
    }

    int numberOfNodes() {
        return communicator.size();
    }

    int nodeNumber() {
        return communicator.rank();
    }

    int numberOfColors() {
        return colors;
    }

    int color() {
        return color;
    }

    int key() {
        return key;
    }

    /** Splits the communicator for the user; null when that fails, which the errors tell. Collective. */
    CommState split(int newColor, int newKey) {
        try {
            node.surroundings().checkInitialized();
            CommState part = split(newColor, newKey, null);
            node.surroundings().errors().succeed();
            return part;
        } catch (SennitException e) {
            node.surroundings().errors().fail(e);
            return null;
        }
    }

    /** Splits the communicator; the part has the given allocated grid. Collective. */
    CommState split(int newColor, int newKey, Grid grid) {
        Communicator part = communicator.split(Math.max(newColor, -1), newKey); // the undefined one is negative as well
        int[] parts = {part.rank() == 0 ? 1 : 0};
        communicator.allreduce(Communicator.IN_PLACE, parts, Operation.SUM);
        node.adopt(part);
        return new CommState(node, part, grid, newColor, newKey, parts[0]);
    }

    QmpStatus free() {
        if (node.isKept(this)) {
            return node.surroundings().errors().fail(QmpStatus.INVALID_OP, "the communicator is in use: " + this);
        }
        node.close(communicator);
        return QmpStatus.SUCCESS;
    }

    /** Returns the lowest node in the process of a node. */
    int firstOfProcess(int number) {
        if (number < 0 || number >= communicator.size()) {
            node.surroundings().errors().fail(QmpStatus.NODE_OUTRANGE, "no such node: node=" + number);
            return -1;
        }
        int process = communicator.processOf(number);
        int first = 0;
        while (communicator.processOf(first) != process) {
            first++;
        }
        return first;
    }

    @Override
    public String toString() {
        return "QMP node " + nodeNumber() + " of " + numberOfNodes() + " on " + communicator.name();
    }
}
