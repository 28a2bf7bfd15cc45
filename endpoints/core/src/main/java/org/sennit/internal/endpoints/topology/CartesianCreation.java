package org.sennit.internal.endpoints.topology;

import java.util.Arrays;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.construct.Arrangement;
import org.sennit.internal.endpoints.construct.Rearrangement;
import org.sennit.internal.endpoints.construct.SharedTable;
import org.sennit.internal.endpoints.group.ArgumentHash;
import org.sennit.internal.endpoints.group.MemberGroup;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Makes communicators whose members stand in a grid. (MPI 4.1, sections 8.5.1, 8.5.7 and 8.5.8)
 *
 * @param parent the parent's state
 */
public record CartesianCreation(CommContext parent, Collectives collectives) {
    /**
     * Makes one of the parent's first members; collective over the parent.
     *
     * @param dims extents, 1 and up, the same on all members
     * @param periods which dimensions go round, the same on all members
     * @param reorder whether members may change places so that neighbors live in one process
     * @param name the name of the new one
     * @return the state of the new one, with a {@link CartesianTopology}; null for members beyond the grid
     * @throws SennitException DIMS for extents that are wrong or need more members, ARG for other arguments than others
     *     have given; on every member; final
     */
    public CommContext create(int[] dims, boolean[] periods, boolean reorder, String name) {
        ArgumentAgreement agreement = new ArgumentAgreement(parent, collectives, "createCartesian");
        ArgumentHash hash = new ArgumentHash().add(dims).add(periods).add(reorder);
        int contextId = agreement.check(mistake(agreement, dims, periods), hash.value());
        int volume = (int) CartesianTopology.volume(dims);
        CommContext made = reorder && parent.group().processCount() > 1
                ? reordered(dims, periods, volume, contextId, name)
                : Rearrangement.first(parent, contextId, volume, name);
        if (made != null) {
            made.useTopology(new CartesianTopology(dims, periods, made.rank()));
        }
        return made;
    }

    /** Makes a reordered communicator: rank 0 calculates, the others receive the result. */
    private CommContext reordered(int[] dims, boolean[] periods, int volume, int contextId, String name) {
        int[] memberOf = parent.rank() == 0
                ? Reordering.ofGrid(Reordering.processOf(parent.group(), volume), dims, periods)
                : null;
        Arrangement order = SharedTable.broadcast(
                parent, collectives, memberOf, volume, 0, found -> new Arrangement(found, parent.group()));
        return Rearrangement.of(parent, contextId, order, name);
    }

    private SennitException mistake(ArgumentAgreement agreement, int[] dims, boolean[] periods) {
        String given = " dims=" + Arrays.toString(dims) + " periods=" + Arrays.toString(periods);
        if (dims == null || periods == null || dims.length != periods.length) {
            return agreement.mistake(ErrorClass.DIMS, "as many periods as extents are needed:" + given);
        }
        if (Arrays.stream(dims).anyMatch(extent -> extent < 1)) {
            return agreement.mistake(ErrorClass.DIMS, "extent below 1:" + given);
        }
        int size = parent.group().size();
        if (CartesianTopology.volume(dims) > size) {
            return agreement.mistake(
                    ErrorClass.DIMS, "the grid needs more members than there are:" + given + " size=" + size);
        }
        return null;
    }

    /**
     * Returns the rank that the caller would have in an optimally ordered grid; local.
     *
     * @param dims extents, 1 and up
     * @param periods which dimensions go round
     * @return the rank, or {@link MemberGroup#UNDEFINED} beyond the grid
     * @throws SennitException DIMS as in {@link #create}; final
     */
    public int map(int[] dims, boolean[] periods) {
        SennitException mistake = mistake(new ArgumentAgreement(parent, collectives, "mapCartesian"), dims, periods);
        if (mistake != null) {
            throw mistake;
        }
        int volume = (int) CartesianTopology.volume(dims);
        int[] processOf = Reordering.processOf(parent.group(), volume);
        int place = Reordering.placeOf(parent.rank(), Reordering.ofGrid(processOf, dims, periods));
        return place < 0 ? MemberGroup.UNDEFINED : place;
    }

    /**
     * Makes a communicator of each sub-grid; collective over the parent, which has a {@link CartesianTopology}.
     *
     * @param grid the parent's topology
     * @param remains for each dimension whether the sub-grids have it, the same on all members
     * @param name the name of the new one
     * @return the state of the one that the caller is in
     * @throws SennitException DIMS when there are not as many numbers as dimensions, ARG when members have given
     *     different ones; on every member; final
     */
    public CommContext sub(CartesianTopology grid, boolean[] remains, String name) {
        ArgumentAgreement agreement = new ArgumentAgreement(parent, collectives, "sub");
        int dimensions = grid.dims().length;
        int contextId = agreement.check(
                remains != null && remains.length == dimensions
                        ? null
                        : agreement.mistake(
                                ErrorClass.DIMS,
                                "each dimension must be kept or not: remains=" + Arrays.toString(remains)
                                        + " dimensions=" + dimensions),
                new ArgumentHash().add(remains).value());
        CartesianTopology sub = grid.sub(remains);
        int own = sub.rankOf(sub.coordinates());
        CommContext made = Rearrangement.of(parent, contextId, grid.ranksOfSub(remains), own, name);
        made.useTopology(sub);
        return made;
    }
}
