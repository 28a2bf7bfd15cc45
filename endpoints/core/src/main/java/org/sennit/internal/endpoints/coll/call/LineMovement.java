package org.sennit.internal.endpoints.coll.call;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.Step;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.DataLayout;

/** The calls of {@link LineCalls} that move data, and the barrier. */
abstract class LineMovement extends LineMeeting {
    private final int barrierToken;
    private final Tokens broadcasts;
    private final Tokens gathers;
    private final Tokens scatters;
    private final Tokens allgathers;
    private final Tokens alltoalls;

    LineMovement(CommContext comm, Collectives collectives, Preparations calls) {
        super(comm, collectives, calls);
        this.barrierToken = new Tokens(CollectiveKind.BARRIER).of(0, NO_ROOT);
        this.broadcasts = new Tokens(CollectiveKind.BROADCAST);
        this.gathers = new Tokens(CollectiveKind.GATHER);
        this.scatters = new Tokens(CollectiveKind.SCATTER);
        this.allgathers = new Tokens(CollectiveKind.ALLGATHER);
        this.alltoalls = new Tokens(CollectiveKind.ALLTOALL);
    }

    /**
     * Executes MPI_Barrier.
     *
     * @return whether it is over; else nothing has happened
     */
    public boolean barrier() {
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        member.arrive(meeting, barrierToken);
        if (haveAllArrived(meeting, barrierToken)) {
            member.leaveAndWake(meeting);
            return over(CollectiveKind.BARRIER);
        }
        executeBySchedule(meeting, CollectiveKind.BARRIER, null, null, null, null, NO_ROOT);
        return true;
    }

    /**
     * Executes MPI_Bcast.
     *
     * @param layout which elements; null for the memory's own type
     * @return whether it is over; else nothing has happened
     */
    public boolean broadcast(Object memory, DataLayout layout, int root) {
        int bytes = PlainArrays.bytesOf(memory, layout);
        if (bytes <= 0 || bytes > BufferRef.PAGE_BYTES || root < 0 || root >= size) {
            return false;
        }
        contributions.prepare(bytes);
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        int token = broadcasts.of(bytes, root);
        if (root == rank) {
            contributions.put(meeting, memory, bytes);
            if (hasLeftBehind(meeting, Step.ALL, token)) {
                return over(CollectiveKind.BROADCAST);
            }
        } else if (hasArrived(meeting, token, root) && !collectives.hasFailedMember()) {
            contributions.copyTo(meeting, root, bytes, 0, memory, 0, bytes);
            member.leave(meeting);
            return over(CollectiveKind.BROADCAST);
        }
        executeBySchedule(meeting, CollectiveKind.BROADCAST, memory, null, layout, null, root);
        return true;
    }

    /**
     * Executes MPI_Gather.
     *
     * @param send the caller's block
     * @param receive room for all blocks; looked at only at the root
     * @param block which elements of the caller's block; null for all
     * @return whether it is over; else nothing has happened
     */
    public boolean gather(Object send, Object receive, DataLayout block, int root) {
        int bytes = PlainArrays.bytesOf(send, block);
        boolean isRoot = root == rank;
        if (bytes <= 0
                || bytes > BufferRef.PAGE_BYTES
                || root < 0
                || root >= size
                || isRoot && !PlainArrays.isLike(send, receive, block, size * bytes)) {
            return false;
        }
        contributions.prepare(bytes);
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        int token = gathers.of(bytes, root);
        contributions.put(meeting, send, bytes);
        if (isRoot && haveAllArrived(meeting, token)) {
            takeBlocks(meeting, receive, bytes);
            member.leave(meeting);
            return over(CollectiveKind.GATHER);
        }
        if (!isRoot && hasLeftBehind(meeting, root, token)) {
            return over(CollectiveKind.GATHER);
        }
        executeBySchedule(meeting, CollectiveKind.GATHER, send, receive, block, null, root);
        return true;
    }

    /**
     * Executes MPI_Scatter.
     *
     * @param send all blocks; looked at only at the root
     * @param receive room for the caller's block
     * @param block which elements of the caller's block; null for all
     * @return whether it is over; else nothing has happened
     */
    public boolean scatter(Object send, Object receive, DataLayout block, int root) {
        int bytes = PlainArrays.bytesOf(receive, block);
        boolean isRoot = root == rank;
        if (bytes <= 0 || bytes > BufferRef.PAGE_BYTES / size) {
            return false;
        }
        int all = size * bytes;
        if (root < 0 || root >= size || isRoot && !PlainArrays.isLike(receive, send, block, all)) {
            return false;
        }
        contributions.prepare(all);
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        int token = scatters.of(bytes, root);
        if (isRoot) {
            contributions.put(meeting, send, all);
        }
        if (isRoot ? hasSignalled(meeting, Step.ALL, token) : hasArrived(meeting, token, root)) {
            contributions.copyTo(meeting, root, all, rank * bytes, receive, 0, bytes);
            if (isRoot || !collectives.hasFailedMember()) {
                member.leave(meeting);
                return over(CollectiveKind.SCATTER);
            }
        }
        executeBySchedule(meeting, CollectiveKind.SCATTER, send, receive, block, null, root);
        return true;
    }

    /**
     * Executes MPI_Allgather.
     *
     * @param send the caller's block
     * @param receive room for all blocks
     * @param block which elements of the caller's block; null for all
     * @return whether it is over; else nothing has happened
     */
    public boolean allgather(Object send, Object receive, DataLayout block) {
        int bytes = PlainArrays.bytesOf(send, block);
        if (bytes <= 0 || bytes > BufferRef.PAGE_BYTES || !PlainArrays.isLike(send, receive, block, size * bytes)) {
            return false;
        }
        contributions.prepare(bytes);
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        int token = allgathers.of(bytes, NO_ROOT);
        contributions.put(meeting, send, bytes);
        member.arrive(meeting, token);
        if (!haveAllArrived(meeting, token)) {
            executeBySchedule(meeting, CollectiveKind.ALLGATHER, send, receive, block, null, NO_ROOT);
            return true;
        }
        takeBlocks(meeting, receive, bytes);
        member.leaveAndWake(meeting);
        return over(CollectiveKind.ALLGATHER);
    }

    private void takeBlocks(long meeting, Object receive, int bytes) {
        for (int i = 0; i < size; i++) {
            contributions.copyTo(meeting, i, bytes, 0, receive, i * bytes, bytes);
        }
    }

    /**
     * Executes MPI_Alltoall.
     *
     * @param send a block for each rank
     * @param receive room for a block of each rank
     * @param layout which elements of a block; null where the blocks fill the memory
     * @return whether it is over; else nothing has happened
     */
    public boolean alltoall(Object send, Object receive, DataLayout layout) {
        int bytes = PlainArrays.bytesOf(send, layout); // of all blocks, or of one
        if (bytes <= 0 || bytes > BufferRef.PAGE_BYTES) {
            return false;
        }
        int all = layout == null ? bytes : bytes * size;
        int block = all / size;
        if (all > BufferRef.PAGE_BYTES
                || block * size != all
                || block % PlainArrays.typeOf(send).bytes() != 0
                || layout != null && layout.fillsMemory()
                || !PlainArrays.holds(send, layout, all)
                || !PlainArrays.isLike(send, receive, layout, all)) {
            return false;
        }
        contributions.prepare(all);
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        int token = alltoalls.of(block, NO_ROOT);
        contributions.put(meeting, send, all);
        member.arrive(meeting, token);
        if (!haveAllArrived(meeting, token)) {
            executeBySchedule(meeting, CollectiveKind.ALLTOALL, send, receive, layout, null, NO_ROOT);
            return true;
        }
        for (int i = 0; i < size; i++) {
            contributions.copyTo(meeting, i, all, rank * block, receive, i * block, block);
        }
        member.leaveAndWake(meeting);
        return over(CollectiveKind.ALLTOALL);
    }
}
