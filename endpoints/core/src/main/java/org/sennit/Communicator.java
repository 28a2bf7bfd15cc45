package org.sennit;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveMessages;
import org.sennit.message.DataLayout;

/**
 * The handle of one endpoint on a group of endpoints that exchange messages. Ranks count from 0. Endpoints of the same
 * JVM, of the same host and of other hosts differ only in speed.
 *
 * <p><b>Memory</b> is any primitive array, {@link java.nio.ByteBuffer} (from position to limit), Agrona buffer or
 * {@link MemorySegment}, on the heap or off; null in a collective where the caller has nothing to send or
 * receive, and with a layout of count 0. A {@link DataLayout} selects elements of it; without one (null, in a
 * collective) all of the memory is used, as elements of the array's type, or as bytes. Parameters come in one
 * order: memory, layout, peer, tag.
 *
 * <p><b>Threads:</b> one thread at a time drives an endpoint, and so all its communicators; it may change between
 * calls. A blocking call makes progress for the whole endpoint. At thread level multiple several threads may
 * send, receive and probe at once.
 *
 * <p><b>Errors</b> are {@link org.sennit.message.SennitException}s: ARG, RANK, TAG, COUNT, TYPE, BUFFER, ROOT, OP for
 * invalid arguments, TOPOLOGY for a call that needs a topology (without effect; final), TRUNCATE and BUFFER for a
 * message (which is consumed), COMM after {@link #close}, SESSION after the end of the job, PROC_FAILED and
 * PROC_ABORTED when others have failed. None is worth a retry. (MPI 4.1, chapters 3, 6 and 7)
 */
public interface Communicator
        extends MessageCalls,
                ObjectCalls,
                CollectiveCalls,
                NeighborCalls,
                GroupCalls,
                TopologyCalls,
                AttributeCalls,
                WindowCalls,
                AutoCloseable {
    /**
     * Returns the endpoint of this handle.
     *
     * @return the endpoint
     */
    Endpoint endpoint();

    /**
     * Returns the caller's rank. (MPI_Comm_rank)
     *
     * @return 0 to size − 1
     */
    int rank();

    /**
     * Returns the number of members; of an intercommunicator those of the local group. (MPI_Comm_size)
     *
     * @return at least 1
     */
    int size();

    /**
     * Returns the calls that start an operation and return at once with an active request.
     *
     * @return always the same view
     */
    NonblockingCalls nonblocking();

    /**
     * Returns the calls that make persistent requests, to be started again and again.
     *
     * @return always the same view
     */
    PersistentCalls persistent();

    /**
     * Returns the active messages of this endpoint in this communicator, among the same ranks. (LAPI_Init)
     *
     * @return always the same
     */
    ActiveMessages activeMessages();

    /**
     * Aborts the job, also under {@code failure=continue}: all calls of all endpoints end with an error that names this
     * endpoint. Returns; later calls fail. (MPI_Abort)
     *
     * @param cause the reason, or null
     */
    void abort(Throwable cause);

    /**
     * Aborts the job with a status, also under {@code failure=continue}: all calls of all endpoints end with an error
     * that names this endpoint. Under a launcher all processes end, and the launcher exits with the status; without a
     * launcher the program decides how its JVM ends. Returns; later calls fail. (MPI_Abort)
     *
     * @param status the exit status of the job, 1 to 255; any other counts as 1. Of several calls the first one counts
     * @param cause the reason, or null
     */
    void abort(int status, Throwable cause);

    /**
     * Returns whether this endpoint has closed the communicator.
     *
     * @return true after {@link #close}
     */
    boolean isClosed();

    /**
     * Closes this endpoint's handle of the communicator; later calls throw COMM. Local: does not wait for other
     * members, which may close in any order. Operations that are under way go on and are waited for as before. Messages
     * that match no receive are dropped, also those that arrive later, and their sends complete as if they had been
     * received; partitioned sends without a receive end with the program of their receiver. Attributes are deleted, the
     * latest first. An endpoint that a communicator has made ends when its last communicator is closed. A second call
     * does nothing. (MPI_Comm_free)
     */
    void close();
}
