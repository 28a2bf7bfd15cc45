package org.sennit;

import org.sennit.internal.endpoints.group.MemberGroup;
import org.sennit.message.SennitException;

/**
 * An ordered set of endpoints; ranks count from 0. All operations are local and return new groups; {@code create} and
 * {@code createFromGroup} make a communicator of a group. Immutable; any thread may use it. Not for implementation by
 * users. (MPI 4.1, section 7.3)
 */
public interface Group {
    /** The rank of an endpoint in a group that it does not belong to. (MPI_UNDEFINED) */
    int UNDEFINED = MemberGroup.UNDEFINED;

    /** The group without members. (MPI_GROUP_EMPTY) */
    Group EMPTY = MemberGroup.EMPTY;

    /**
     * Returns the number of members. (MPI_Group_size)
     *
     * @return 0 and up
     */
    int size();

    /**
     * Returns the rank of the endpoint from whose communicator this group comes. (MPI_Group_rank)
     *
     * @return its rank here, or {@link #UNDEFINED}
     */
    int rank();

    /**
     * Returns the members of this group, then those of the other that are not here. (MPI_Group_union)
     *
     * @param other another group
     * @return the union
     * @throws SennitException GROUP when the other is null; final
     */
    Group union(Group other);

    /**
     * Returns the members of this group that are in the other too, in the order of this one. (MPI_Group_intersection)
     *
     * @param other another group
     * @return the intersection
     * @throws SennitException GROUP when the other is null; final
     */
    Group intersection(Group other);

    /**
     * Returns the members of this group that are not in the other, in the order of this one. (MPI_Group_difference)
     *
     * @param other another group
     * @return the difference
     * @throws SennitException GROUP when the other is null; final
     */
    Group difference(Group other);

    /**
     * Returns a group of some members, in the order in which they are named. (MPI_Group_incl)
     *
     * @param ranks their ranks here, each at most once
     * @return the group of them
     * @throws SennitException RANK when a rank is not here or is named twice; final
     */
    Group include(int... ranks);

    /**
     * Returns a group of all members but some, in the order of this group. (MPI_Group_excl)
     *
     * @param ranks the ranks of those to leave out, each at most once
     * @return the group of the others
     * @throws SennitException RANK when a rank is not here or is named twice; final
     */
    Group exclude(int... ranks);

    /**
     * Returns the members of some ranges, in the order of the ranges. (MPI_Group_range_incl)
     *
     * @param ranges each of first, last and stride; last itself is in it when the stride meets it
     * @return the group of them
     * @throws SennitException ARG for a range that is none, RANK when a rank is not here or comes twice; final
     */
    Group includeRanges(int[]... ranges);

    /**
     * Returns all members but those of some ranges, in the order of this group. (MPI_Group_range_excl)
     *
     * @param ranges each of first, last and stride; last itself is in it when the stride meets it
     * @return the group of the others
     * @throws SennitException ARG for a range that is none, RANK when a rank is not here or comes twice; final
     */
    Group excludeRanges(int[]... ranges);

    /**
     * Translates ranks of this group to ranks of another. (MPI_Group_translate_ranks)
     *
     * @param ranks ranks here; the null process (−2) stays what it is
     * @param other another group
     * @return their ranks there, {@link #UNDEFINED} for those that are not in it
     * @throws SennitException RANK when a rank is not here; final
     */
    int[] translateRanks(int[] ranks, Group other);

    /**
     * Compares this group with another. (MPI_Group_compare)
     *
     * @param other another group
     * @return identical, similar or unequal
     * @throws SennitException GROUP when the other is null; final
     */
    Comparison compare(Group other);
}
