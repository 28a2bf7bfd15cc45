package org.sennit.internal.endpoints.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.sennit.Comparison;
import org.sennit.Group;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.runtime.error.Given;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** A group as its members' addresses. Equal groups that come from communicators of one process share them. */
public final class MemberGroup implements Group {
    /** The rank of an endpoint in a group that it does not belong to. (MPI_UNDEFINED) */
    public static final int UNDEFINED = -3;

    /** The group without members. (MPI_GROUP_EMPTY) */
    public static final MemberGroup EMPTY = new MemberGroup(new Members(new EndpointAddress[0], null), null);

    private static final int NULL_PROCESS = -2; // as in point-to-point

    private final Members members; // the same object for all equal groups that come from communicators of one process
    private final EndpointAddress self; // whose view this is; null for a group without a view

    /**
     * Makes a group; for those that make communicators.
     *
     * @param members in order, none of them twice; not to be changed afterwards
     * @param self the endpoint that will ask for its rank, or null
     */
    public MemberGroup(EndpointAddress[] members, EndpointAddress self) {
        this(new Members(members, new MemberPool()), self);
    }

    MemberGroup(Members members, EndpointAddress self) {
        this.members = members;
        this.self = self;
    }

    Members members() {
        return members;
    }

    @Override
    public int size() {
        return members.size();
    }

    @Override
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
     */
    public EndpointAddress member(int rank) {
        return members.member(rank);
    }

    @Override
    public Group union(Group another) {
        MemberGroup other = other("union", another);
        List<EndpointAddress> all = new ArrayList<>(Arrays.asList(members.all()));
        for (EndpointAddress member : other.members.all()) {
            if (rankOf(member) == UNDEFINED) {
                all.add(member);
            }
        }
        return of(all, other);
    }

    @Override
    public Group intersection(Group another) {
        MemberGroup other = other("intersection", another);
        return filter(member -> other.rankOf(member) != UNDEFINED, other);
    }

    @Override
    public Group difference(Group another) {
        MemberGroup other = other("difference", another);
        return filter(member -> other.rankOf(member) == UNDEFINED, other);
    }

    private MemberGroup filter(Predicate<EndpointAddress> isWanted, MemberGroup other) {
        return of(Arrays.stream(members.all()).filter(isWanted).toList(), other);
    }

    private MemberGroup of(List<EndpointAddress> some, MemberGroup other) {
        Members origin = members.isOfProcess() ? members : other.members;
        return new MemberGroup(origin.others(some.toArray(EndpointAddress[]::new)), self == null ? other.self : self);
    }

    @Override
    public Group include(int... ranks) {
        marked("include", ranks);
        EndpointAddress[] some = new EndpointAddress[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            some[i] = members.member(ranks[i]);
        }
        return new MemberGroup(members.others(some), self);
    }

    @Override
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

    @Override
    public Group includeRanges(int[]... ranges) {
        return include(ranksIn("includeRanges", ranges));
    }

    @Override
    public Group excludeRanges(int[]... ranges) {
        return exclude(ranksIn("excludeRanges", ranges));
    }

    private int[] ranksIn(String operation, int[][] ranges) {
        List<Integer> ranks = new ArrayList<>();
        for (int[] range : Given.given(ranges, ErrorClass.ARG, "ranges", operation)) {
            Given.given(range, ErrorClass.ARG, "range", operation);
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

    private static MemberGroup other(String operation, Group another) {
        return (MemberGroup) Given.given(another, ErrorClass.GROUP, "group", operation);
    }

    private boolean[] marked(String operation, int[] ranks) {
        Given.given(ranks, ErrorClass.ARG, "ranks", operation);
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

    @Override
    public int[] translateRanks(int[] ranks, Group another) {
        MemberGroup other = other("translateRanks", another);
        Given.given(ranks, ErrorClass.ARG, "ranks", "translateRanks");
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

    @Override
    public Comparison compare(Group another) {
        MemberGroup other = other("compare", another);
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
