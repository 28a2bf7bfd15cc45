package org.sennit.spi.progress;

/**
 * A numbering of endpoints by ranks, such as a communicator; for waits that name the ranks they need. Any thread may
 * call.
 *
 * <p>An endpoint is a number, {@link #endpoint}, so that many of them are an array.
 */
public interface RankScope {
    /**
     * Returns the endpoints from which a message of a rank can come.
     *
     * @param rank a rank, or −1 for any
     * @return their numbers, including this endpoint where the group contains it; not to be changed
     */
    long[] endpointsOf(int rank);

    /**
     * Returns the endpoint that holds this object.
     *
     * @return its number
     */
    long ownEndpoint();

    /**
     * Returns the number of an endpoint in its job.
     *
     * @param process the number of its process
     * @param id its id there
     * @return both in one
     */
    static long endpoint(int process, int id) {
        return (long) process << Integer.SIZE | id;
    }

    /**
     * Returns the process of an endpoint.
     *
     * @param endpoint its number
     * @return the number of its process
     */
    static int processOf(long endpoint) {
        return (int) (endpoint >> Integer.SIZE);
    }

    /**
     * Returns the id of an endpoint in its process.
     *
     * @param endpoint its number
     * @return its id
     */
    static int idOf(long endpoint) {
        return (int) endpoint;
    }
}
