package org.sennit.endpoints.coll;

import java.lang.foreign.MemorySegment;
import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.datatype.Operation;
import org.sennit.endpoints.device.DeviceObserver;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.memory.ElementType;
import org.sennit.shm.team.TeamMember;

/**
 * The collectives of one communicator, as one endpoint makes them: inside the process on the threads' own memory,
 * between processes by their leaders, and inside again. Arguments have been checked above; memory that only one
 * thread may touch has been staged.
 *
 * <p>Belongs to the thread that drives the endpoint; all members call the same collectives in the same order. (MPI
 * 4.1, chapter 6)
 */
public class Collectives {
    private final TeamMember member;
    private final Leaders leaders;
    private final Broadcast broadcast;
    private final Reduction reduction;
    private final Gather gather;
    private final Scatter scatter;
    private final Allgather allgather;
    private final Alltoall alltoall;

    /**
     * Makes the collectives of a communicator, watched when its endpoint is.
     *
     * @param comm its state
     * @return the collectives
     */
    public static Collectives of(CommContext comm) {
        DeviceObserver observer = comm.device().observer();
        return observer == null ? new Collectives(comm) : new ObservedCollectives(comm, observer);
    }

    Collectives(CommContext comm) {
        Placement group = comm.group();
        this.member = comm.member();
        this.leaders = new Leaders(comm);
        this.broadcast = new Broadcast(group, comm.rank(), member, leaders);
        this.reduction = new Reduction(group, comm.rank(), member, leaders);
        this.gather = new Gather(group, comm.rank(), member, leaders);
        this.scatter = new Scatter(group, comm.rank(), member, leaders);
        this.allgather = new Allgather(group, member, leaders);
        this.alltoall = new Alltoall(group, comm.rank(), member, leaders);
    }

    /** Blocks until all members have called it. */
    public void barrier() {
        if (member.isLeader()) {
            member.awaitArrivals();
            leaders.barrier();
            member.release();
        } else {
            member.meet();
        }
    }

    /**
     * Brings the root's memory to all.
     *
     * @param memory the own memory
     * @param offset where it begins, in bytes
     * @param lengthBytes how many bytes
     * @param root the root's rank
     */
    public void broadcast(MemorySegment memory, long offset, long lengthBytes, int root) {
        broadcast.run(memory, offset, lengthBytes, root);
    }

    /**
     * Reduces to the root.
     *
     * @param send the own operand
     * @param sendOffset where it begins, in bytes
     * @param receive the result's memory, looked at only at the root
     * @param receiveOffset where it begins, in bytes
     * @param type the element type
     * @param count the number of elements
     * @param operation the operation
     * @param root the root's rank, or −1 for all
     */
    public void reduce(
            MemorySegment send,
            long sendOffset,
            MemorySegment receive,
            long receiveOffset,
            ElementType type,
            long count,
            Operation operation,
            int root) {
        reduction.run(send, sendOffset, receive, receiveOffset, type, count, operation, root);
    }

    /**
     * Gathers a block of each rank at the root.
     *
     * @param send the own block
     * @param sendOffset where it begins, in bytes
     * @param receive room for all blocks, looked at only at the root
     * @param receiveOffset where it begins, in bytes
     * @param blockBytes the length of a block
     * @param root the root's rank
     */
    public void gather(
            MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset, long blockBytes, int root) {
        gather.run(send, sendOffset, receive, receiveOffset, blockBytes, root);
    }

    /**
     * Hands each rank its block from the root.
     *
     * @param send all blocks, looked at only at the root
     * @param sendOffset where they begin, in bytes
     * @param receive room for the own block
     * @param receiveOffset where it begins, in bytes
     * @param blockBytes the length of a block
     * @param root the root's rank
     */
    public void scatter(
            MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset, long blockBytes, int root) {
        scatter.run(send, sendOffset, receive, receiveOffset, blockBytes, root);
    }

    /**
     * Brings a block of each rank to all.
     *
     * @param send the own block
     * @param sendOffset where it begins, in bytes
     * @param receive room for all blocks
     * @param receiveOffset where it begins, in bytes
     * @param blockBytes the length of a block
     */
    public void allgather(
            MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset, long blockBytes) {
        allgather.run(send, sendOffset, receive, receiveOffset, blockBytes);
    }

    /**
     * Brings block j of rank i to place i of rank j.
     *
     * @param send a block for each rank
     * @param sendOffset where they begin, in bytes
     * @param receive room for a block of each rank
     * @param receiveOffset where it begins, in bytes
     * @param blockBytes the length of a block
     */
    public void alltoall(
            MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset, long blockBytes) {
        alltoall.run(send, sendOffset, receive, receiveOffset, blockBytes);
    }

    /**
     * Hands an object from each process's leader to its members.
     *
     * @param fromLeader the leader's object; looked at only there
     * @return the leader's object
     */
    public Object shareInProcess(Object fromLeader) {
        if (member.isLeader()) {
            member.publish(fromLeader);
        }
        member.meet();
        Object shared = member.published(0);
        member.meet();
        return shared;
    }
}
