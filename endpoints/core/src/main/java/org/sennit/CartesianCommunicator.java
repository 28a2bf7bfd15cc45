package org.sennit;

import java.util.Map;
import org.sennit.internal.endpoints.topology.BalancedDimensions;
import org.sennit.message.SennitException;

/**
 * A communicator whose members stand in a grid: rank 0 at the place 0, 0, …, the last dimension running fastest. Made
 * by {@link Communicator#createCartesian}. (MPI 4.1, section 8.5)
 */
public interface CartesianCommunicator extends Communicator {
    /**
     * Ranks at a distance in a dimension.
     *
     * @param source the rank that has the caller at this distance, from which a shift brings data here
     * @param destination the rank at this distance, to which a shift brings data from here
     */
    record Shift(int source, int destination) {}

    /**
     * Extents for a grid, as close to each other as there are: of all products their largest and smallest differ
     * least. Local. (MPI_Dims_create)
     *
     * @param members the number of members, 1 and up
     * @param given for each dimension its extent, or 0 when it is to be found
     * @return all extents; those that were found do not increase
     * @throws SennitException ARG for fewer than one member; DIMS for a negative extent, and when the members cannot be
     *     divided by those that were given; final
     */
    static int[] createDims(int members, int... given) {
        return BalancedDimensions.of(members, given);
    }

    /**
     * Returns the extents. (MPI_Cart_get; their number is that of MPI_Cartdim_get)
     *
     * @return one for each dimension; a copy
     */
    int[] dims();

    /**
     * Returns which dimensions are periodic. (MPI_Cart_get)
     *
     * @return for each dimension whether its ends are neighbors; a copy
     */
    boolean[] periods();

    /**
     * Returns the caller's position. (MPI_Cart_get)
     *
     * @return the coordinates; a copy
     */
    int[] coordinates();

    /**
     * Returns the place of a member. (MPI_Cart_coords)
     *
     * @param rank 0 to size − 1
     * @return its coordinates
     * @throws SennitException RANK for another rank; final
     */
    int[] coordinates(int rank);

    /**
     * Returns the member at a place. (MPI_Cart_rank)
     *
     * @param coordinates one for each dimension; any number where the dimension goes round
     * @return its rank
     * @throws SennitException DIMS when there are not as many as dimensions, ARG for one outside a dimension that
     *     does not go round; final
     */
    int rankOf(int... coordinates);

    /**
     * Returns the ranks at a distance in a dimension, upwards and downwards. (MPI_Cart_shift)
     *
     * @param dimension 0 to the number of dimensions − 1
     * @param distance upwards; downwards where it is negative
     * @return the two ranks; {@link Communicator#NULL_PROCESS} beyond the end of a dimension that does not go round
     * @throws SennitException DIMS when there is no such dimension; final
     */
    Shift shift(int dimension, int distance);

    /**
     * Makes a communicator of each sub-grid: those that differ in the kept dimensions only come together.
     * Collective; blocks. (MPI_Cart_sub)
     *
     * @param remains for each dimension whether it is kept; the same on all members
     * @return the sub-grid in which this member is; without a kept dimension a grid of one
     * @throws SennitException DIMS when there are not as many as dimensions, ARG when members give different ones; on
     *     every member; see {@link Communicator}
     */
    CartesianCommunicator sub(boolean... remains);

    @Override
    CartesianCommunicator duplicate();

    @Override
    CartesianCommunicator duplicate(Map<String, String> info);
}
