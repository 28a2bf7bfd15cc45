package org.sennit;

/**
 * The synchronization of a {@link Window}: which members may access which, and when. See {@link Window} for
 * errors. (MPI 4.1, section 12.5)
 */
public interface EpochCalls {
    /**
     * Ends the accesses of all members since the last fence, and begins new ones: what was written before, by accesses
     * and by stores, is seen after it. Collective; blocks until all members have called it. (MPI_Win_fence)
     *
     * @param assertions any but NO_CHECK
     * @throws org.sennit.message.SennitException see {@link Window}; RMA_SYNC while an epoch of another kind is open
     */
    void fence(WindowAssertion... assertions);

    /**
     * Exposes the caller's memory to some members until {@link #waitFor}; does not block. (MPI_Win_post)
     *
     * @param origins the members that may access it
     * @param assertions NO_CHECK, NO_STORE or NO_PUT
     * @throws org.sennit.message.SennitException see {@link Window}; RMA_CONFLICT while a member
     *     holds a lock of the memory
     */
    void post(Group origins, WindowAssertion... assertions);

    /**
     * Begins accesses to some members; blocks until each has called {@link #post} with a group that includes
     * the caller. (MPI_Win_start)
     *
     * @param targets the members to access
     * @param assertions NO_CHECK
     * @throws org.sennit.message.SennitException see {@link Window}; PROC_ENDED when a target's program has ended
     */
    void start(Group targets, WindowAssertion... assertions);

    /**
     * Ends the accesses that {@link #start} has begun; does not wait for the targets. (MPI_Win_complete)
     *
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void complete();

    /**
     * Ends what {@link #post} has begun; blocks until all of its members have called {@link #complete}, also when the
     * program of one of them has ended. (MPI_Win_wait)
     *
     * @throws org.sennit.message.SennitException see {@link Window}; PROC_ENDED when the program
     *     of one of them has ended
     */
    void waitFor();

    /**
     * As {@link #waitFor}, if that would not block; makes progress. (MPI_Win_test)
     *
     * @return true when the exposure has ended
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    boolean test();

    /**
     * Locks a member's part for accesses; blocks while others hold a lock that conflicts. Locks are granted in the
     * order in which they are asked for, but a shared lock for a member that holds another lock of the window is
     * granted beside shared ones, even where exclusive ones wait. A lock does not keep the target from its own loads
     * and stores: to exclude others, the target locks its own part as they do. (MPI_Win_lock)
     *
     * @param kind whether others may hold it, too
     * @param target a rank, which the caller has not locked yet, or {@link Communicator#NULL_PROCESS}
     * @param assertions NO_CHECK
     * @throws org.sennit.message.SennitException see {@link Window}; RMA_CONFLICT while the target is exposed by
     *     {@link #post}; PROC_ENDED when the program of a holder has ended, PROC_FAILED when a member has failed
     */
    void lock(LockKind kind, int target, WindowAssertion... assertions);

    /**
     * Ends the accesses to a member, and gives its lock back. What a callback of the program throws meanwhile leaves it
     * locked: the call can be repeated. (MPI_Win_unlock)
     *
     * @param target a rank that the caller has locked, or {@link Communicator#NULL_PROCESS}
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void unlock(int target);

    /**
     * Begins accesses to all members, each of them locked, shared. Where the caller loads and stores without a call the
     * lock is taken here: of its own part, and of those of which it has a view, by {@link Window#shared} or as a member
     * of a shared window; with the thread level {@code multiple}, of all parts. Others are locked when a call accesses
     * them first. Each of these calls may block while a member holds an exclusive lock. So a member that holds an
     * exclusive lock, and waits for another one, may deadlock with a member in such an epoch: take several exclusive
     * locks only while no other member is between lockAll and unlockAll. Since the members in such an epoch hold one
     * lock already, their further ones do not queue behind exclusive locks that are waited for. (MPI_Win_lock_all)
     *
     * @param assertions NO_CHECK
     * @throws org.sennit.message.SennitException see {@link Window} and {@link #lock}
     */
    void lockAll(WindowAssertion... assertions);

    /**
     * Ends what {@link #lockAll} has begun. (MPI_Win_unlock_all)
     *
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void unlockAll();

    /**
     * Completes the accesses to a member that is locked, at both sides; makes progress. (MPI_Win_flush)
     *
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void flush(int target);

    /**
     * Completes the accesses to a member that is locked, at the origin: the caller's memory is its own again, and what
     * was read is there, also of accesses with a request. What was put may still be under way; an error that only the
     * target finds is reported by a later flush or unlock. Makes progress. (MPI_Win_flush_local)
     *
     * @param target a rank or {@link Communicator#NULL_PROCESS}
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void flushLocal(int target);

    /**
     * Completes the accesses to all members that are locked, at both sides; makes progress. (MPI_Win_flush_all)
     *
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void flushAll();

    /**
     * As {@link #flushLocal}, for all members that are locked. (MPI_Win_flush_local_all)
     *
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void flushLocalAll();

    /**
     * Orders the caller's loads and stores: those before it are done before those after it, as
     * others see them. (MPI_Win_sync)
     *
     * @throws org.sennit.message.SennitException see {@link Window}
     */
    void sync();
}
