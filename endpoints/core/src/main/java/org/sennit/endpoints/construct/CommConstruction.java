package org.sennit.endpoints.construct;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sennit.endpoints.coll.Collectives;
import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.device.Peer;
import org.sennit.endpoints.group.Group;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.request.Progress;
import org.sennit.shm.team.Team;

/**
 * Makes communicators out of communicators. All members agree by one allgather on the private context of the parent,
 * so nothing that a user sends can be taken for it; the group and the team of the new one are made once in each
 * process, by its lowest new rank. (MPI 4.1, section 7.4)
 */
public final class CommConstruction {
    /** The colour of those that get no communicator. */
    public static final int UNDEFINED = -3;

    private static final int FIELDS = 3; // colour, key, lowest unused context id

    private CommConstruction() {}

    /**
     * Splits a communicator; collective over it.
     *
     * @param parent the parent's state
     * @param collectives the parent's collectives
     * @param colour members of one colour come together; {@link #UNDEFINED} for none
     * @param key the order in the new one, over all processes; ties by the old rank
     * @param name the name of the new one
     * @return the state of the new one, or null for {@link #UNDEFINED}
     * @throws SennitException ARG for another negative colour, on every member; final
     */
    public static CommContext split(CommContext parent, Collectives collectives, int colour, int key, String name) {
        int size = parent.group().size();
        int[] all = exchange(collectives, size, colour, key, parent.contextIds().next());
        checkColours(all, size);
        int contextId = 0;
        for (int r = 0; r < size; r++) {
            contextId = Math.max(contextId, all[FIELDS * r + 2]);
        }
        parent.contextIds().use(contextId);
        int[] members = membersOf(all, size, colour);
        Shared shared = share(parent, members, colour);
        if (shared == null) {
            return null;
        }
        int rank = indexOf(members, parent.rank());
        return new CommContext(
                name,
                contextId,
                shared.group,
                rank,
                parent.device(),
                shared.team.member(shared.group.memberIndexOf(rank)),
                parent.contextIds(),
                parent.job());
    }

    private static int[] exchange(Collectives collectives, int size, int colour, int key, int nextId) {
        int[] own = {colour, key, nextId};
        int[] all = new int[FIELDS * size];
        collectives.allgather(
                MemorySegment.ofArray(own), 0, MemorySegment.ofArray(all), 0, (long) FIELDS * Integer.BYTES);
        return all;
    }

    private static void checkColours(int[] all, int size) {
        for (int r = 0; r < size; r++) {
            if (all[FIELDS * r] < 0 && all[FIELDS * r] != UNDEFINED) {
                throw new SennitException(
                        ErrorClass.ARG, "negative colour: operation=split rank=" + r + " colour=" + all[FIELDS * r]);
            }
        }
    }

    /** The old ranks of a colour in their new order. */
    private static int[] membersOf(int[] all, int size, int colour) {
        List<Integer> members = new ArrayList<>();
        for (int r = 0; r < size; r++) {
            if (all[FIELDS * r] == colour) {
                members.add(r);
            }
        }
        members.sort(Comparator.comparingInt(r -> all[FIELDS * r + 1])); // stable: ties stay in old-rank order
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int indexOf(int[] values, int value) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == value) {
                return i;
            }
        }
        throw new IllegalStateException("rank " + value + " is not in its own group");
    }

    /** What the endpoints of one process have in common of a communicator. */
    private record Shared(Group group, Team team) {}

    /** The lowest new rank of this process builds, the others take it over. */
    private static Shared share(CommContext parent, int[] members, int colour) {
        Group old = parent.group();
        int builder = -1;
        for (int r : members) {
            if (old.processIndexOf(r) == old.ownProcessIndex()) {
                builder = r;
                break;
            }
        }
        boolean takesPart = colour != UNDEFINED;
        if (takesPart && builder == parent.rank()) {
            parent.member().publish(build(old, members));
        }
        parent.member().meet();
        Shared shared = takesPart ? (Shared) parent.member().published(old.memberIndexOf(builder)) : null;
        parent.member().meet();
        parent.member().publish(null);
        return shared;
    }

    private static Shared build(Group old, int[] members) {
        List<Peer> peers = new ArrayList<>(members.length);
        for (int r : members) {
            peers.add(old.peer(r));
        }
        Group group = new Group(peers, old.process(old.ownProcessIndex()));
        return new Shared(group, teamOf(group));
    }

    /**
     * Makes the team of a group's own process.
     *
     * @param group the group
     * @return a team whose members are the group's ranks in this process, in ascending order
     */
    public static Team teamOf(Group group) {
        List<Progress> progresses = new ArrayList<>();
        for (int r : group.ranksOf(group.ownProcessIndex())) {
            progresses.add(group.peer(r).local().progress());
        }
        return new Team(progresses);
    }
}
