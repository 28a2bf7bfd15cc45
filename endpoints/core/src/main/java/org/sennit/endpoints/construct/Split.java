package org.sennit.endpoints.construct;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sennit.endpoints.coll.Collectives;
import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.comm.ContextIds;
import org.sennit.endpoints.comm.ProcessState;
import org.sennit.endpoints.device.Peer;
import org.sennit.endpoints.group.Group;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.netmod.HostIdentity;

/**
 * Splits a communicator by colours, whatever processes its members live in. Colours, keys and the proposed context id of all
 * members go round once; all the rest is local. (MPI 4.1, sections 7.4.2 and 7.6.3)
 */
public final class Split {
    private static final int FIELDS = 3; // colour, key, proposed context id

    private Split() {}

    /**
     * Splits a communicator; collective over it.
     *
     * @param parent the parent's state
     * @param collectives the parent's collectives
     * @param colour members of one colour come together; {@link Group#UNDEFINED} for none
     * @param key the order in the new one, over all processes; ties by the old rank
     * @param name the name of the new one
     * @return the state of the new one, or null for {@link Group#UNDEFINED}
     * @throws SennitException ARG for another negative colour, on every member; final
     */
    public static CommContext byColour(CommContext parent, Collectives collectives, int colour, int key, String name) {
        int size = parent.group().size();
        int[] all = new MemberExchange(collectives, size).allgather(colour, key, parent.proposedContextId(1));
        checkColours(all);
        int contextId = parent.chosenContextId(largestProposal(all));
        if (colour == Group.UNDEFINED) {
            return null;
        }
        int[] members = membersOf(all, colour);
        return Assembly.of(
                name, contextId, peers(parent.group(), members), indexOf(members, parent.rank()), parent.own());
    }

    /**
     * Splits a communicator into the members of each process; collective over it.
     *
     * @param parent the parent's state
     * @param collectives the parent's collectives
     * @param key the order in the new one; ties by the old rank
     * @param name the name of the new one
     * @return the state of the new one
     */
    public static CommContext byProcess(CommContext parent, Collectives collectives, int key, String name) {
        return byColour(parent, collectives, parent.own().process().process(), key, name);
    }

    /**
     * Splits a communicator into the members of each host; collective over it.
     *
     * @param parent the parent's state
     * @param collectives the parent's collectives
     * @param key the order in the new one; ties by the old rank
     * @param name the name of the new one
     * @return the state of the new one
     */
    public static CommContext byHost(CommContext parent, Collectives collectives, int key, String name) {
        ProcessState process = parent.own().process();
        long host =
                HostIdentity.of(process.device().options(), process.process()).bits();
        int low = (int) host;
        int high = (int) (host >>> 32);
        int[] all = new MemberExchange(collectives, parent.group().size()).allgather(low, high);
        int first = 0; // the lowest rank of this host
        while (all[2 * first] != low || all[2 * first + 1] != high) {
            first++;
        }
        return byColour(parent, collectives, first, key, name);
    }

    /**
     * Splits both sides of an intercommunicator; collective over both. The new one has on each side the members of one
     * colour.
     *
     * @param parent the parent's state
     * @param localCollectives the collectives of its own side
     * @param colour members of one colour come together; {@link Group#UNDEFINED} for none
     * @param key the order in the new one, on each side; ties by the old rank
     * @param name the name of the new one
     * @return the state of the new one; null for {@link Group#UNDEFINED}, or when the other side has nobody of this colour
     * @throws SennitException ARG for another negative colour, on every member of both sides; final
     */
    public static CommContext inter(
            CommContext parent, Collectives localCollectives, int colour, int key, String name) {
        int proposed = parent.proposedContextId(2);
        int[] mine = new MemberExchange(localCollectives, parent.group().size()).allgather(colour, key, proposed);
        int[] theirs = new SideExchange(parent, localCollectives)
                .exchange(mine, FIELDS * parent.peers().size());
        checkColours(mine);
        checkColours(theirs);
        int contextId = parent.chosenContextId(Math.max(largestProposal(mine), largestProposal(theirs)));
        int[] others = membersOf(theirs, colour);
        if (colour == Group.UNDEFINED || others.length == 0) {
            return null;
        }
        int[] members = membersOf(mine, colour);
        CommContext local = Assembly.of(
                name + ".side",
                Assembly.localId(contextId),
                peers(parent.group(), members),
                indexOf(members, parent.rank()),
                parent.own());
        int process = parent.own().process().process();
        return Assembly.inter(
                name,
                contextId,
                local,
                () -> new Placement(peers(parent.peers(), others), process),
                parent.isLowSide());
    }

    private static void checkColours(int[] all) {
        for (int r = 0; r < all.length / FIELDS; r++) {
            if (all[FIELDS * r] < 0 && all[FIELDS * r] != Group.UNDEFINED) {
                throw new SennitException(
                        ErrorClass.ARG, "negative colour: operation=split rank=" + r + " colour=" + all[FIELDS * r]);
            }
        }
    }

    private static int largestProposal(int[] all) {
        int largest = ContextIds.NONE;
        for (int i = 2; i < all.length; i += FIELDS) {
            largest = Math.max(largest, all[i]);
        }
        return largest;
    }

    /** The old ranks of a colour in their new order. */
    private static int[] membersOf(int[] all, int colour) {
        List<Integer> members = new ArrayList<>();
        for (int r = 0; r < all.length / FIELDS; r++) {
            if (all[FIELDS * r] == colour) {
                members.add(r);
            }
        }
        members.sort(Comparator.comparingInt(r -> all[FIELDS * r + 1])); // stable: ties stay in old-rank order
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    static List<Peer> peers(Placement placement, int[] ranks) {
        List<Peer> peers = new ArrayList<>(ranks.length);
        for (int r : ranks) {
            peers.add(placement.peer(r));
        }
        return peers;
    }

    private static int indexOf(int[] values, int value) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == value) {
                return i;
            }
        }
        throw new IllegalStateException("rank " + value + " is not in its own group");
    }
}
