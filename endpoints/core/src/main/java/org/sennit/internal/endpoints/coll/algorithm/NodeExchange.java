package org.sennit.internal.endpoints.coll.algorithm;

import java.util.List;
import java.util.stream.IntStream;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CanonicalTree;
import org.sennit.internal.endpoints.coll.schedule.CanonicalTree.Node;
import org.sennit.internal.endpoints.coll.schedule.ReductionBuilder;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.coll.schedule.Stripes;

/**
 * The nodes of the canonical tree that lie wholly in one process, whole operands long, in the leaders' temporary
 * memory: computed by each process for its own, then sent to the other leaders. All members of a process reckon the
 * same places.
 *
 * <p>Where the order is free, a process has one node, of all its ranks, and the tree above is one over the processes.
 */
final class NodeExchange {
    /** The receiver that stands for every process. */
    static final int ALL = -1;

    private final ScheduleBuilder b;
    private final long stride;
    private final Stripes owned; // what each process finishes; null where all finish everything
    private final boolean isReordered;
    private final boolean isStraight; // this process's only node is the operand of its only member, where that lies
    private final List<List<Node>> nodes; // of each process
    private final long[] places; // of each process's first node in the leader's temporary memory

    NodeExchange(ScheduleBuilder b, long bytes, boolean isReordered) {
        this(b, bytes, isReordered, null, false);
    }

    /** Makes the exchange of a process with one member, whose operand is its node where it lies. */
    static NodeExchange straight(ScheduleBuilder b, long bytes, boolean isReordered) {
        return new NodeExchange(b, bytes, isReordered, null, true);
    }

    /**
     * Makes the exchange of processes that each finish a stripe: of the others' nodes there is room for that stripe
     * only.
     */
    NodeExchange(ScheduleBuilder b, long bytes, boolean isReordered, Stripes owned) {
        this(b, bytes, isReordered, owned, false);
    }

    private NodeExchange(ScheduleBuilder b, long bytes, boolean isReordered, Stripes owned, boolean isStraight) {
        this.b = b;
        this.isStraight = isStraight;
        this.stride = bytes;
        this.owned = owned;
        this.isReordered = isReordered;
        this.nodes = IntStream.range(0, b.processes())
                .mapToObj(p -> isReordered ? List.of(new Node(p, p + 1)) : CanonicalTree.nodesOf(b.map(), p))
                .toList();
        this.places = new long[b.processes()];
        if (owned == null) {
            placePacked();
        } else {
            for (int p = 0; p < places.length; p++) {
                places[p] = b.leaderTemp(nodes.get(p).size() * strideOf(p));
            }
        }
    }

    /** Places the nodes of consecutive processes one behind the other, so that they go in one message. */
    private void placePacked() {
        long total = 0;
        for (int p = 0; p < places.length; p++) {
            places[p] = total;
            total += isStraight && p == b.process() ? 0 : bytesOf(p);
        }
        long first = b.leaderTemp(total);
        for (int p = 0; p < places.length; p++) {
            places[p] += first;
        }
    }

    private long bytesOf(int process) {
        return nodes.get(process).size() * stride;
    }

    /** Operands of this process's ranks. */
    static ReductionBuilder operands(ScheduleBuilder b, int kind) {
        ReductionBuilder program = new ReductionBuilder(b.unitBytes());
        int[] ranks = b.ownRanks();
        for (int m = 0; m < ranks.length; m++) {
            program.operand(ranks[m], BufferRef.of(m, kind), 0);
        }
        return program;
    }

    /** Computes this process's nodes into the leader's memory, from one kind of its members' places. */
    ReductionBuilder ownNodes(int kind) {
        if (isReordered) {
            ReductionBuilder program = new ReductionBuilder(b.unitBytes());
            for (int m = 0; m < b.members(); m++) {
                program.operand(m, BufferRef.of(m, kind), 0);
            }
            return program.compute(new Node(0, b.members()), BufferRef.of(0, BufferRef.TEMP), places[b.process()]);
        }
        ReductionBuilder operands = operands(b, kind);
        List<Node> own = nodes.get(b.process());
        for (int i = 0; i < own.size(); i++) {
            operands.compute(own.get(i), BufferRef.of(0, BufferRef.TEMP), place(b.process(), i));
        }
        return operands;
    }

    /** Appends the leaders' part: all nodes to one process, or to all; whole operands. */
    void exchange(int receiver, boolean isInSteps) {
        if (!isInSteps) {
            exchange(receiver);
        } else if (receiver == ALL) {
            exchangeInSteps();
        } else {
            gatherInSteps(receiver);
        }
    }

    /**
     * Appends an exchange in which what a leader has doubles in each step. (Bruck and others 1997, as {@link
     * BruckAllgather})
     */
    private void exchangeInSteps() {
        int own = b.process();
        int n = b.processes();
        for (int have = 1; have < n; have *= 2) {
            int count = Math.min(have, n - have);
            int from = (own + have) % n;
            receive(from, from, count);
            send((own - have + n) % n, own, count);
            b.drain();
        }
    }

    /** Appends a gather up the binomial tree of the processes, counted from the receiver. */
    private void gatherInSteps(int receiver) {
        int n = b.processes();
        int own = (b.process() - receiver + n) % n;
        int lowest = own == 0 ? Integer.highestOneBit(n - 1) * 2 : Integer.lowestOneBit(own);
        for (int bit = 1; bit < lowest && own + bit < n; bit *= 2) {
            int child = (own + bit + receiver) % n;
            receive(child, child, Math.min(bit, n - own - bit));
        }
        b.drain();
        if (own > 0) {
            send(((own & own - 1) + receiver) % n, b.process(), Math.min(lowest, n - own));
            b.drain();
        }
    }

    /** Sends the nodes of consecutive processes, of which the first follows the last, in at most two messages. */
    private void send(int to, int first, int count) {
        int inRow = Math.min(count, b.processes() - first);
        b.send(b.map().leaderOf(to), b.own(BufferRef.TEMP), places[first], bytesOf(first, inRow));
        if (inRow < count) {
            b.send(b.map().leaderOf(to), b.own(BufferRef.TEMP), places[0], bytesOf(0, count - inRow));
        }
    }

    private void receive(int from, int first, int count) {
        int inRow = Math.min(count, b.processes() - first);
        b.receive(b.map().leaderOf(from), b.own(BufferRef.TEMP), places[first], bytesOf(first, inRow));
        if (inRow < count) {
            b.receive(b.map().leaderOf(from), b.own(BufferRef.TEMP), places[0], bytesOf(0, count - inRow));
        }
    }

    private long bytesOf(int first, int count) {
        int last = first + count - 1;
        return places[last] - places[first] + bytesOf(last);
    }

    private void exchange(int receiver) {
        int own = b.process();
        int n = b.processes();
        for (int step = 1; step < n; step++) {
            int from = (own - step + n) % n;
            if (receiver == ALL || receiver == own) {
                b.receive(b.map().leaderOf(from), b.own(BufferRef.TEMP), places[from], bytesOf(from));
            }
        }
        for (int step = 1; step < n; step++) {
            int to = (own + step) % n;
            if (receiver == ALL || receiver == to) {
                int from = b.own(isStraight ? BufferRef.IN : BufferRef.TEMP);
                b.send(b.map().leaderOf(to), from, isStraight ? 0 : places[own], bytesOf(own));
            }
        }
        b.drain();
    }

    /** Returns the reduction of all nodes, once they are here. */
    ReductionBuilder allNodes() {
        ReductionBuilder program = new ReductionBuilder(b.unitBytes());
        addNodes(program);
        return program;
    }

    /** Adds the nodes of the other processes to the operands of this process. */
    void addNodes(ReductionBuilder program) {
        for (int p = 0; p < places.length; p++) {
            List<Node> of = nodes.get(p);
            for (int i = 0; i < of.size(); i++) {
                boolean isOperand = isStraight && p == b.process();
                int kind = isOperand ? BufferRef.IN : BufferRef.TEMP;
                program.known(of.get(i), BufferRef.of(0, kind), isOperand ? 0 : place(p, i));
            }
        }
    }

    /** Returns the node that is the result. */
    Node whole() {
        return new Node(0, isReordered ? b.processes() : b.size());
    }

    /** Returns the number of nodes that a process has. */
    int count(int process) {
        return nodes.get(process).size();
    }

    /**
     * Returns the offset of the first element of a node of a process in the leader's memory, or would lie if it were
     * there.
     */
    long place(int process, int node) {
        long first = places[process] + node * strideOf(process);
        return isWhole(process) ? first : first - owned.offset(b.process());
    }

    private long strideOf(int process) {
        return isWhole(process) ? stride : owned.length(b.process());
    }

    private boolean isWhole(int process) {
        return owned == null || process == b.process();
    }
}
