package org.sennit.internal.endpoints.construct;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.Origin;
import org.sennit.internal.endpoints.comm.ProcessState;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.group.MemberGroup;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.message.SennitException;
import org.sennit.spi.network.HostIdentity;

/**
 * Splits a communicator by colors. Colors, keys and the proposed context id of all members are exchanged once; the
 * rest is local. (MPI 4.1, sections 7.4.2 and 7.6.3)
 */
public final class Split {
    private Split() {}

    /**
     * Splits a communicator; collective over it.
     *
     * @param parent the parent's state
     * @param color members of one color come together; {@link MemberGroup#UNDEFINED} for none
     * @param key the order in the new one, over all processes; ties by the old rank
     * @param name the name of the new one
     * @return the state of the new one, or null for {@link MemberGroup#UNDEFINED}
     * @throws SennitException ARG for another negative color, on every member; final
     */
    public static CommContext byColor(CommContext parent, Collectives collectives, int color, int key, String name) {
        Colors colors = SharedTable.allgather(
                parent,
                collectives,
                all -> new Colors(all, parent.group()).checked(parent),
                color,
                key,
                parent.proposedContextId(1));
        int contextId = parent.chosenContextId(colors.largestProposal());
        if (color == MemberGroup.UNDEFINED) {
            return null;
        }
        Colors.Part part = colors.part(color);
        return Assembly.of(
                        name,
                        contextId,
                        () -> new RankMap(
                                peers(parent.group(), colors.members(part)),
                                parent.own().process().process()),
                        part.lowest(),
                        part.here(),
                        colors.rankOf(parent.rank(), part),
                        parent.own())
                .cameFrom(Origin.cameThrough(parent));
    }

    /**
     * Splits a communicator into the members of each process; collective over it.
     *
     * @param parent the parent's state
     * @param key the order in the new one; ties by the old rank
     * @param name the name of the new one
     */
    public static CommContext byProcess(CommContext parent, Collectives collectives, int key, String name) {
        return byColor(parent, collectives, parent.own().process().process(), key, name);
    }

    /**
     * Splits a communicator into the members of each host; collective over it.
     *
     * @param parent the parent's state
     * @param key the order in the new one; ties by the old rank
     * @param name the name of the new one
     * @return the state of the new one
     */
    public static CommContext byHost(CommContext parent, Collectives collectives, int key, String name) {
        ProcessState process = parent.own().process();
        long host =
                HostIdentity.of(process.device().options(), process.process()).bits();
        int[] firsts = SharedTable.allgather(
                parent, collectives, Split::firstsOfHosts, (int) host, (int) (host >>> Integer.SIZE));
        return byColor(parent, collectives, firsts[parent.rank()], key, name);
    }

    /** Returns for each rank the lowest rank of its host. */
    private static int[] firstsOfHosts(int[] hosts) {
        int[] firsts = new int[hosts.length / 2];
        Map<Long, Integer> firstOf = new HashMap<>();
        for (int r = 0; r < firsts.length; r++) {
            long host = Integer.toUnsignedLong(hosts[2 * r]) | (long) hosts[2 * r + 1] << Integer.SIZE;
            Integer first = firstOf.putIfAbsent(host, r);
            firsts[r] = first == null ? r : first;
        }
        return firsts;
    }

    /**
     * Splits both sides of an intercommunicator; collective over both. The new one has on each
     * side the members of one color.
     *
     * @param parent the parent's state
     * @param localCollectives the collectives of its own side
     * @param color members of one color come together; {@link MemberGroup#UNDEFINED} for none
     * @param key the order in the new one, on each side; ties by the old rank
     * @param name the name of the new one
     * @return the state of the new one; null for {@link MemberGroup#UNDEFINED}, or when the remote group has
     *     no member of this color
     * @throws SennitException ARG for another negative color, on every member of both sides; final
     */
    public static CommContext inter(CommContext parent, Collectives localCollectives, int color, int key, String name) {
        return inter(parent, localCollectives, color, key, name, colors -> colors.checked(parent));
    }

    /**
     * As {@link #inter}, with another check of the colors.
     *
     * @param check throws the same on every member of both sides
     */
    static CommContext inter(
            CommContext parent, Collectives localCollectives, int color, int key, String name, Consumer<Colors> check) {
        Colors mine = SharedTable.allgather(
                parent.local(),
                localCollectives,
                all -> new Colors(all, parent.group()),
                color,
                key,
                parent.proposedContextId(2));
        Colors theirs = new SideExchange(parent, localCollectives)
                .exchange(mine.all(), Colors.FIELDS * parent.peers().size(), all -> new Colors(all, parent.peers()));
        check.accept(mine);
        check.accept(theirs);
        int contextId = parent.chosenContextId(Math.max(mine.largestProposal(), theirs.largestProposal()));
        Colors.Part others = theirs.part(color);
        if (color == MemberGroup.UNDEFINED || others == null) {
            return null;
        }
        Colors.Part members = mine.part(color);
        int process = parent.own().process().process();
        Origin origin = Origin.cameThrough(parent);
        CommContext local = Assembly.of(
                        name + ".side",
                        Assembly.localId(contextId),
                        () -> new RankMap(peers(parent.group(), mine.members(members)), process),
                        members.lowest(),
                        members.here(),
                        mine.rankOf(parent.rank(), members),
                        parent.own())
                .cameFrom(origin);
        return Assembly.inter(
                        name,
                        contextId,
                        local,
                        () -> new RankMap(peers(parent.peers(), theirs.members(others)), process),
                        parent.isLowSide())
                .cameFrom(origin);
    }

    static List<Peer> peers(RankMap placement, int[] ranks) {
        List<Peer> peers = new ArrayList<>(ranks.length);
        for (int r : ranks) {
            peers.add(placement.peer(r));
        }
        return peers;
    }
}
