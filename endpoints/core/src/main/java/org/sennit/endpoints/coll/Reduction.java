package org.sennit.endpoints.coll;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.sennit.endpoints.datatype.Operation;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.memory.ElementType;
import org.sennit.runtime.memory.MemoryCopy;
import org.sennit.shm.team.Team;
import org.sennit.shm.team.TeamMember;

/**
 * Reduce and allreduce, both in the association of {@link CanonicalTree}: the members reduce the nodes that lie wholly
 * in their process, the leaders finish the tree, and the result comes back. Short operands travel in the members'
 * lines and are reduced by the leader; long ones are reduced by all members, each a stripe of the elements.
 */
final class Reduction {
    private static final int ALL = -1;

    private final Placement group;
    private final int rank;
    private final TeamMember member;
    private final Leaders leaders;
    private final List<CanonicalTree.Node> nodes;
    private final LocalReduction local;

    // The leader's, during its phase.
    private MemorySegment partials;
    private long stride;

    Reduction(Placement group, int rank, TeamMember member, Leaders leaders) {
        this.group = group;
        this.rank = rank;
        this.member = member;
        this.leaders = leaders;
        this.nodes = CanonicalTree.ownNodes(group);
        this.local = new LocalReduction(group);
    }

    void run(
            MemorySegment send,
            long sendOffset,
            MemorySegment receive,
            long receiveOffset,
            ElementType type,
            long count,
            Operation operation,
            int root) {
        long length = count * type.bytes();
        boolean isShort = length <= Team.PAYLOAD_BYTES;
        if (isShort) {
            reduceShort(send, sendOffset, type, count, operation, root);
        } else {
            reduceLong(send, sendOffset, type, count, operation, root);
        }
        if (root == ALL || rank == root) {
            MemorySegment result = isShort ? member.lines() : member.shared();
            MemoryCopy.copy(result, isShort ? member.result() : 0, receive, receiveOffset, length);
        }
    }

    private void reduceShort(
            MemorySegment send, long sendOffset, ElementType type, long count, Operation operation, int root) {
        long length = count * type.bytes();
        MemorySegment lines = member.lines();
        MemoryCopy.copy(send, sendOffset, lines, member.contribution(member.index()), length);
        if (!member.isLeader()) {
            member.arrive();
            member.awaitRelease();
            return;
        }
        member.awaitArrivals();
        for (int m = 0; m < member.team().size(); m++) {
            local.operand(m, lines, member.contribution(m));
        }
        if (leaders.count() == 1) {
            local.reduce(nodes.get(0), operation, type, 0, count, lines, member.result());
        } else {
            room(length);
            for (int i = 0; i < nodes.size(); i++) {
                local.reduce(nodes.get(i), operation, type, 0, count, partials, i * stride);
            }
            finishTree(type, count, operation, root);
            MemoryCopy.copy(partials, 0, lines, member.result(), length);
        }
        member.release();
    }

    private void reduceLong(
            MemorySegment send, long sendOffset, ElementType type, long count, Operation operation, int root) {
        long length = count * type.bytes();
        member.publish(send);
        member.lines().set(ValueLayout.JAVA_LONG, member.contribution(member.index()), sendOffset);
        if (member.isLeader()) {
            member.awaitArrivals();
            room(length);
            member.release();
        } else {
            member.meet();
        }
        reduceStripe(type, count, operation);
        if (member.isLeader()) {
            member.awaitArrivals();
            if (leaders.count() > 1) {
                room(length);
                finishTree(type, count, operation, root);
            }
            member.release();
        } else {
            member.meet();
        }
        member.publish(null);
    }

    /** Every member reduces its share of the elements of every node. */
    private void reduceStripe(ElementType type, long count, Operation operation) {
        int members = member.team().size();
        for (int m = 0; m < members; m++) {
            local.operand(
                    m,
                    (MemorySegment) member.published(m),
                    member.lines().get(ValueLayout.JAVA_LONG, member.contribution(m)));
        }
        long first = count / members * member.index() + Math.min(count % members, member.index());
        long elements = count / members + (member.index() < count % members ? 1 : 0);
        long each = strideOf(count * type.bytes());
        for (int i = 0; i < nodes.size(); i++) {
            local.reduce(
                    nodes.get(i), operation, type, first, elements, member.shared(), i * each + first * type.bytes());
        }
        local.forget();
    }

    private static long strideOf(long length) {
        return length + 127 & ~127L;
    }

    /** Room in the team's memory: a place for each own node, and one for what comes from another leader. */
    private void room(long length) {
        stride = strideOf(length);
        partials = member.growShared((nodes.size() + 1) * stride);
    }

    /** The leader's part: combines the processes' nodes up to the root of the tree, and spreads the result. */
    private void finishTree(ElementType type, long count, Operation operation, int root) {
        long length = count * type.bytes();
        combine(0, group.size(), type, count, operation); // at place 0 of the process that has rank 0
        int holder = group.processIndexOf(0);
        if (root == ALL) {
            leaders.broadcast(holder, partials, 0, length);
            return;
        }
        int target = group.processIndexOf(root);
        if (target != holder && holder == leaders.own()) {
            leaders.send(target, partials, 0, length);
        } else if (target != holder && target == leaders.own()) {
            leaders.receive(holder, partials, 0, length);
        }
    }

    /**
     * Computes a node. Every process walks the same tree in the same order and acts only at nodes that have a rank of
     * its own, so the messages of the leaders pair up and cannot wait in a circle.
     *
     * @return where this process holds the node, or −1 when it is with another: the one of the node's first rank
     */
    private long combine(int first, int end, ElementType type, long count, Operation operation) {
        int ownRanks = CanonicalTree.countOwn(group, first, end);
        if (ownRanks == 0) {
            return -1;
        }
        if (ownRanks == end - first) {
            return placeOf(first);
        }
        int middle = CanonicalTree.split(first, end);
        long left = combine(first, middle, type, count, operation);
        long right = combine(middle, end, type, count, operation);
        int leftHolder = group.processIndexOf(first);
        int rightHolder = group.processIndexOf(middle);
        long length = count * type.bytes();
        if (leftHolder == leaders.own()) {
            if (rightHolder != leaders.own()) {
                right = nodes.size() * stride;
                leaders.receive(rightHolder, partials, right, length);
            }
            apply(left, right, type, count, operation);
            return left;
        }
        if (rightHolder == leaders.own()) {
            leaders.send(leftHolder, partials, right, length);
        }
        return -1;
    }

    private long placeOf(int first) {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).first() == first) {
                return i * stride;
            }
        }
        throw new IllegalStateException("no own node begins at rank " + first);
    }

    private void apply(long left, long right, ElementType type, long count, Operation operation) {
        int block = 1 << 20;
        for (long done = 0; done < count; done += block) {
            long at = done * type.bytes();
            int n = (int) Math.min(block, count - done);
            operation.apply(type, partials, left + at, partials, right + at, partials, left + at, n);
        }
    }
}
