package org.sennit.internal.endpoints.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * An ordered set of endpoints, each at most once, to calculate with; ranks count from 0. All operations are local and give
 * new groups; a communicator is made of one by {@code create} or {@code createFromGroup}. Immutable; any thread may use
 * it. (MPI 4.1, section 7.3)
 */
public final class Group {
    /** The rank of an endpoint in a group that it does not belong to. (MPI_UNDEFINED) */
    public static final int UNDEFINED = -3;

    /** The group without members. (MPI_GROUP_EMPTY) */
    public static final Group EMPTY = new Group(new Members(new EndpointAddress[0], null), null);

    private static final int NULL_PROCESS = -2; // as in point-to-point

    private final Members members; // the same object for all equal groups that come from communicators of one process
    private final EndpointAddress self; // whose view this is; null for a group without a view

    /**
     * Makes a group; for those that make communicators.
     *
     * @param members in order, none of them twice; not to be changed afterwards
     * @param self the endpoint that will ask for its rank, or null
     */
    public Group(EndpointAddress[] members, EndpointAddress self) {
        this(new Members(members, new MemberPool()), self);
    }

    Group(Members members, EndpointAddress self) {
        this.members = members;
        this.self = self;
    }

    Members members() {
        return members;
    }

    /**
     * Returns the number of members. (MPI_Group_size)
     *
     * @return 0 and up
     */
    public int size() {
        return members.size();
    }

    /**
     * The rank of the endpoint from whose communicator this group comes. (MPI_Group_rank)
     *
     * @return its rank here, or {@link #UNDEFINED}
     */
    public int rank() {
        return rankOf(self);
    }

    /**
     * Returns the rank of an endpoint.
     *
     * @param member its identity, or null
     * @return its rank here, or {@link #UNDEFINED}
     */
    public int rankOf(EndpointAddress member) {
        return members.ranks().getOrDefault(member, UNDEFINED);
    }

    /**
     * Returns a member's identity.
     *
     * @param rank 0 to size − 1
     * @return whom it stands for
     */
    public EndpointAddress member(int rank) {
        return members.member(rank);
    }

    /**
     * The members of this group, then those of the other that are not here. (MPI_Group_union)
     *
     * @param other another group
     */
    public Group union(Group other) {
        List<EndpointAddress> all = new ArrayList<>(Arrays.asList(members.all()));
        for (EndpointAddress member : other.members.all()) {
            if (rankOf(member) == UNDEFINED) {
                all.add(member);
            }
        }
        return of(all, other);
    }

    /**
     * Returns the members of this group that are in the other too, in the order of this one. (MPI_Group_intersection)
     *
     * @param other another group
     */
    public Group intersection(Group other) {
        return filter(member -> other.rankOf(member) != UNDEFINED, other);
    }

    /**
     * Returns the members of this group that are not in the other, in the order of this one. (MPI_Group_difference)
     *
     * @param other another group
     */
    public Group difference(Group other) {
        return filter(member -> other.rankOf(member) == UNDEFINED, other);
    }

    private Group filter(Predicate<EndpointAddress> isWanted, Group other) {
        return of(Arrays.stream(members.all()).filter(isWanted).toList(), other);
    }

    private Group of(List<EndpointAddress> some, Group other) {
        Members origin = members.isOfProcess() ? members : other.members;
        return new Group(origin.others(some.toArray(EndpointAddress[]::new)), self == null ? other.self : self);
    }

    /**
     * Some members, in the order in which they are named. (MPI_Group_incl)
     *
     * @param ranks their ranks here, each at most once
     * @throws SennitException RANK when a rank is not here or is named twice; final
     */
    public Group include(int... ranks) {
        marked("include", ranks);
        EndpointAddress[] some = new EndpointAddress[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            some[i] = members.member(ranks[i]);
        }
        return new Group(members.others(some), self);
    }

    /**
     * All members but some, in the order of this group. (MPI_Group_excl)
     *
     * @param ranks the ranks of those to leave out, each at most once
     * @throws SennitException RANK when a rank is not here or is named twice; final
     */
    public Group exclude(int... ranks) {
        boolean[] isExcluded = marked("exclude", ranks);
        List<EndpointAddress> others = new ArrayList<>();
        for (int rank = 0; rank < members.size(); rank++) {
            if (!isExcluded[rank]) {
                others.add(members.member(rank));
            }
        }
        return of(others, this);
    }

    /**
     * Returns the members of some ranges, in the order of the ranges. (MPI_Group_range_incl)
     *
     * @param ranges each of first, last and stride; last itself is in it when the stride meets it
     * @throws SennitException ARG for a range that is none, RANK when a rank is not here or comes twice; final
     */
    public Group includeRanges(int[]... ranges) {
        return include(ranksIn("includeRanges", ranges));
    }

    /**
     * Returns all members but those of some ranges, in the order of this group. (MPI_Group_range_excl)
     *
     * @param ranges each of first, last and stride; last itself is in it when the stride meets it
     * @throws SennitException ARG for a range that is none, RANK when a rank is not here or comes twice; final
     */
    public Group excludeRanges(int[]... ranges) {
        return exclude(ranksIn("excludeRanges", ranges));
    }

    private int[] ranksIn(String operation, int[][] ranges) {
        List<Integer> ranks = new ArrayList<>();
        for (int[] range : ranges) {
            if (range.length != 3 || range[2] == 0) {
                throw new SennitException(
                        ErrorClass.ARG,
                        "a range is first, last, and a stride other than 0: operation=" + operation + " range="
                                + Arrays.toString(range));
            }
            checkRank(operation, range[0]);
            checkRank(operation, range[1]);
            forEach(range[0], range[1], range[2], ranks::add);
        }
        return ranks.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void forEach(int first, int last, int stride, IntConsumer action) {
        long rank = first; // beyond an int with a large stride
        while (stride > 0 ? rank <= last : rank >= last) {
            action.accept((int) rank);
            rank += stride;
        }
    }

    private boolean[] marked(String operation, int[] ranks) {
        boolean[] isNamed = new boolean[members.size()];
        for (int rank : ranks) {
            checkRank(operation, rank);
            if (isNamed[rank]) {
                throw new SennitException(
                        ErrorClass.RANK, "rank named twice: operation=" + operation + " rank=" + rank);
            }
            isNamed[rank] = true;
        }
        return isNamed;
    }

    private void checkRank(String operation, int rank) {
        if (rank < 0 || rank >= members.size()) {
            throw new SennitException(
                    ErrorClass.RANK,
                    "rank outside the group: operation=" + operation + " rank=" + rank + " size=" + members.size());
        }
    }

    /**
     * Returns what members of this group are called in another. (MPI_Group_translate_ranks)
     *
     * @param ranks ranks here; the null process (−2) stays what it is
     * @return their ranks there, {@link #UNDEFINED} for those that are not in it
     * @throws SennitException RANK when a rank is not here; final
     */
    public int[] translateRanks(int[] ranks, Group other) {
        int[] translated = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] == NULL_PROCESS) {
                translated[i] = NULL_PROCESS;
            } else {
                checkRank("translateRanks", ranks[i]);
                translated[i] = other.rankOf(members.member(ranks[i]));
            }
        }
        return translated;
    }

    /**
     * Returns how this group and another are alike. (MPI_Group_compare)
     *
     * @return identical, similar or unequal
     */
    public Comparison compare(Group other) {
        if (members.equals(other.members)) {
            return Comparison.IDENTICAL;
        }
        return members.ranks().keySet().equals(other.members.ranks().keySet())
                ? Comparison.SIMILAR
                : Comparison.UNEQUAL;
    }

    @Override
    public String toString() {
        return "group of " + members.size();
    }
}
