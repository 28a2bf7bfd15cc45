package org.sennit;

import java.lang.foreign.MemorySegment;
import org.sennit.message.Memory;

/**
 * Memory of the members of a communicator that each of them can read and update without a call of its owner, as one of
 * them has it. An access is allowed in an epoch that includes its target: between two {@link #fence fences}, between
 * {@link #start} and {@link #complete}, or while the target is {@link #lock locked}. When its call returns the caller's
 * memory is the caller's again, and what was read is there. At a target that this process reaches directly it is
 * complete then; at others when the epoch ends, or after a flush, in the order in which the caller made its accesses to
 * that target. The end of an epoch orders it with what others do afterwards.
 *
 * <p><b>Atomicity:</b> {@link #accumulate}, {@link #getAccumulate}, {@link #fetchAndOp} and {@link #compareAndSwap} are
 * atomic together, element by element, whichever members call them; pairs in the layout of their {@link PairType} are
 * one element, also when they are replaced or read. Put and get are not atomic. Accesses to one place, at least one of
 * which writes, must be ordered by epochs or all be atomic updates of one element type; else what is there is
 * undefined. So is an element that is updated through two windows at once.
 *
 * <p><b>Threads:</b> as for {@link Communicator}; at thread level multiple several may access within one
 * epoch, and several may each lock, access and unlock targets of their own. Only one of them begins or
 * ends an epoch of another kind.
 *
 * <p><b>Errors</b> go to the window's error handler, without one to that of the communicator that the window was made
 * of: WIN after {@link #close}, RANK, RMA_SYNC for a call that the open epochs do not allow, RMA_RANGE and DISP for a
 * place outside of the target's memory, COUNT where origin and target mean different numbers of bytes, ASSERT,
 * LOCKTYPE, GROUP, TYPE, OP and BUFFER for arguments; nothing has happened then. What only the target's process can
 * find out, as a place where nothing is attached, is an error of a call that reads, and for others of the call that
 * ends the epoch, of the flush or of the request. PROC_FAILED when a member has failed, PROC_ENDED when one has ended
 * with a lock. None is worth a retry. (MPI 4.1, chapter 12)
 */
public interface Window extends AccessCalls, EpochCalls, WindowAttributeCalls, AutoCloseable {
    /**
     * Returns the flavor of the window: the call that made it; local.
     *
     * @return the flavor
     */
    WindowFlavor flavor();

    /**
     * Returns the memory model; local. (MPI_WIN_MODEL)
     *
     * @return always {@link WindowModel#UNIFIED}
     */
    WindowModel model();

    /**
     * Returns the members; local. (MPI_Win_get_group)
     *
     * @return those of the communicator that the window was made of
     */
    Group group();

    /**
     * Returns the caller's rank.
     *
     * @return 0 to size − 1
     */
    int rank();

    /**
     * Returns the number of members.
     *
     * @return at least 1
     */
    int size();

    /**
     * Returns the caller's memory; local. (MPI_WIN_BASE)
     *
     * @return what the caller has given, or a {@link MemorySegment} of what the window has
     *     allocated for it; null for none
     */
    Object memory();

    /**
     * Returns the size of a member's part; local. (MPI_WIN_SIZE)
     *
     * @param rank 0 to size − 1, or {@link Communicator#NULL_PROCESS} for the first member whose part is not empty
     * @return bytes; 0 in a dynamic window
     * @throws org.sennit.message.SennitException RANK when there is no such member; final
     */
    long sizeBytes(int rank);

    /**
     * Returns the number of bytes that a displacement counts in a member's part; local. (MPI_WIN_DISP_UNIT)
     *
     * @param rank 0 to size − 1, or {@link Communicator#NULL_PROCESS} for the first member whose part is not empty
     * @return at least 1
     * @throws org.sennit.message.SennitException RANK when there is no such member; final
     */
    int displacementUnit(int rank);

    /**
     * Returns a member's memory itself, for direct loads and stores by any thread until the window is closed. See
     * {@link #sync} for their order. Local, but in an epoch of {@link #lockAll}, where the first call for a member
     * locks it, which may block; so at the default thread level it is called by the endpoint's thread.
     * (MPI_Win_shared_query)
     *
     * @param rank 0 to size − 1, or {@link Communicator#NULL_PROCESS} for the first member whose part is not empty: in
     *     a shared window the memory of all begins there
     * @return the memory of an allocated or shared window
     * @throws org.sennit.message.SennitException RMA_SHARED in a window of another flavor, or when this process cannot
     *     map the memory; RANK when there is no such member; in an epoch of {@link #lockAll} what {@link #lock} throws;
     *     final
     */
    MemorySegment shared(int rank);

    /**
     * Attaches memory of the caller to a dynamic window; local. Others need the displacement to access it, which the
     * caller sends them by a message. (MPI_Win_attach)
     *
     * @param memory as for {@link WindowCalls#createWindow(Object)}
     * @return the displacement of its first byte in the caller's part, a multiple of 64; no other
     *     memory is ever attached there
     * @throws org.sennit.message.SennitException RMA_ATTACH when others cannot access the memory, or a part of it is
     *     attached already, RMA_FLAVOR when the window is not dynamic; final
     */
    long attach(@Memory Object memory);

    /**
     * Detaches memory from a dynamic window; local. Accesses to it are an error of class RMA_RANGE
     * from now on. (MPI_Win_detach)
     *
     * @param memory what was attached, or memory with the same first byte
     * @throws org.sennit.message.SennitException RMA_ATTACH when it is not attached, RMA_FLAVOR when the
     *     window is not dynamic; final
     */
    void detach(@Memory Object memory);

    /**
     * Returns the accesses that return a request.
     *
     * @return always the same view
     */
    AccessRequests nonblocking();

    /**
     * Returns whether this endpoint has closed the window.
     *
     * @return true after {@link #close}
     */
    boolean isClosed();

    /**
     * Waits until all members have called it, and ends the window; memory that it has allocated is freed.
     * Collective; blocks. A second call does nothing. Attached values are deleted first, the latest
     * before the others. (MPI_Win_free)
     *
     * @throws org.sennit.message.SennitException RMA_SYNC when an epoch other than that of a fence is open: the
     *     caller's locks are released, it does not wait for the others, and their calls do not wait for it; PROC_FAILED
     *     when a member has failed. The window is closed in any case
     */
    @Override
    void close();
}
