package org.sennit.internal.endpoints.coll;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.coll.algorithm.AgreementPrefix;
import org.sennit.internal.endpoints.coll.algorithm.TableExchange;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.CallDescription;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.coll.select.Selection;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.datatype.ReductionType;
import org.sennit.internal.shm.team.Team;
import org.sennit.internal.shm.team.TeamMember;
import org.sennit.message.ElementType;
import org.sennit.message.SennitException;

/**
 * The collectives of one endpoint on one communicator: finds the schedule of a call and a run that executes it.
 * Schedules are cached, each with a run for blocking calls, so that repeated calls allocate nothing.
 *
 * <p>Inside a process the members access each other's memory, between processes leaders or ranks send messages. The
 * caller has checked the arguments and staged confined memory. Belongs to the thread that drives the endpoint; all
 * members call the same collectives in the same order, and make the persistent ones in the same order. (MPI 4.1,
 * chapter 6)
 */
public final class Collectives extends CollectiveState {
    private static final long NONE = -1;

    private final Selection selection;
    private final CollectiveCall scratch = new CollectiveCall();
    private final ScheduleCache schedules;
    private final LeftMessages left; // the queue holds it weakly
    private long interCalls;
    private long interEnded;
    private long interQuiet; // the calls when none was under way last
    private long entered = NONE; // a meeting entered by the fast path, which the next call continues
    private boolean hasSent; // the messages of that meeting
    private Throwable failure; // in that meeting; else null
    private long persistents; // that have been made
    private PersistentCollective unused; // memory was short for its run: the call may be repeated; else null

    /**
     * Makes the collectives of a communicator.
     *
     * @param comm its state; of an intercommunicator they are those across the two sides
     */
    public static Collectives of(CommContext comm) {
        return new Collectives(comm);
    }

    private Collectives(CommContext comm) {
        super(comm);
        this.schedules = new ScheduleCache(member.size(), comm.device().keepsForThreads());
        this.selection = new Selection(comm.job().options());
        this.left = new LeftMessages(comm, comm.isInter() ? () -> interQuiet : member::left);
        if (comm.isInter() || map.processes() > 1) {
            comm.device().self().queue().shutdown().reportLeft(comm.collectiveContextId(), left);
        }
    }

    /**
     * Returns a run for a blocking call.
     *
     * @param call what is called
     * @return an idle run; the same each time
     */
    public ScheduleRun idle(CollectiveCall call) {
        ScheduleCache.Kept entry = kept(call);
        ScheduleRun run = entry.idle;
        if (run == null || run.isUnderWay()) {
            run = new ScheduleRun(this, entry.call, entry.schedule);
            entry.idle = run;
        }
        return run;
    }

    /**
     * Returns a run for a nonblocking call.
     *
     * @param call what is called
     * @return a run that returns to its pool when the call is complete
     */
    public ScheduleRun nonblocking(CollectiveCall call) {
        ScheduleCache.Kept entry = kept(call);
        ScheduleRun run = entry.spare.take();
        return run == null ? new ScheduleRun(this, entry.call, entry.schedule, entry.spare) : run;
    }

    /**
     * Returns a run for a persistent call.
     *
     * @param call what is called
     * @return a run of the caller's own, whose starts are matched with those of the same persistent call on the others
     */
    public ScheduleRun fresh(CollectiveCall call) {
        ScheduleCache.Kept entry = kept(call);
        if (unused == null) {
            unused = new PersistentCollective(this, persistents);
            persistents++;
        }
        ScheduleRun run = new ScheduleRun(unused, entry.call, entry.schedule);
        unused = null;
        return run;
    }

    /**
     * Makes the next blocking call continue a meeting that the fast path has entered, and may have signalled in; it
     * repeats the same steps.
     *
     * @param meeting what {@link TeamMember#enterNext} has given
     * @param sent whether the fast path has sent the messages of the call, which are not repeated
     * @param thrown what the fast path has met, which ends the call as if its schedule had; null for nothing
     */
    public void continueMeeting(long meeting, boolean sent, Throwable thrown) {
        entered = meeting;
        hasSent = sent;
        failure = thrown;
    }

    /**
     * Leaves a meeting of {@link #continueMeeting} that no call has continued, and forgets what belongs to it.
     *
     * @return whether there was one
     */
    public boolean leaveUnused() {
        boolean isUnused = entered != NONE;
        if (isUnused) {
            member.leave(nextMeeting());
        }
        takeHasSent();
        takeFailure();
        return isUnused;
    }

    /**
     * Returns the error of a call that this member cannot continue after others have seen it in the meeting, and fails
     * the job.
     *
     * @param kind what was called
     */
    public SennitException broken(CollectiveKind kind, Throwable cause) {
        return failures().broken(scratch.set(kind, 0), cause);
    }

    /** Begins the next meeting, or continues the entered one. */
    @Override
    long nextMeeting() {
        long meeting = entered;
        if (meeting == NONE) {
            return member.begin();
        }
        entered = NONE;
        return meeting;
    }

    @Override
    boolean isContinuing() {
        return entered != NONE;
    }

    @Override
    boolean takeHasSent() {
        boolean sent = hasSent;
        hasSent = false;
        return sent;
    }

    @Override
    Throwable takeFailure() {
        Throwable thrown = failure;
        failure = null;
        return thrown;
    }

    /**
     * Returns whether two processes with a member each execute a call by at most one message of each to the other, in
     * one round; for one of them as for the other.
     *
     * @param call what is called
     * @param sentBytes the length of this member's message; below 0 for none
     * @param receivedBytes the length of the other's
     */
    public boolean isOneMessageEach(CollectiveCall call, long sentBytes, long receivedBytes) {
        return map.size() == 2
                && map.processes() == 2
                && kept(call).schedule.isOneMessageEach(sentBytes, receivedBytes);
    }

    @Override
    long messageNumber(long meeting) {
        return meeting;
    }

    @Override
    long nextInter() {
        return comm.isInter() ? interCalls++ : 0;
    }

    @Override
    void endInter() {
        if (comm.isInter()) {
            interEnded++;
            if (interEnded == interCalls) {
                interQuiet = interCalls;
            }
        }
    }

    @Override
    int contextIdIn(CommContext where) {
        return where.collectiveContextId();
    }

    /** Returns the number of cached schedules; calls on the fast path of one process need none. For tests. */
    public int keptSchedules() {
        return schedules.size();
    }

    private ScheduleCache.Kept kept(CollectiveCall call) {
        ScheduleCache.Kept entry = schedules.find(call);
        if (entry == null) {
            CollectiveCall copy = call.copy();
            entry = schedules.keep(copy, schedule(copy));
        }
        return entry;
    }

    private CollectiveSchedule schedule(CollectiveCall call) {
        int remoteSize = comm.isInter() ? comm.peers().size() : 0;
        ScheduleBuilder builder = new ScheduleBuilder(map, comm.rank(), call.unitBytes, remoteSize);
        if (call.isChecked) {
            AgreementPrefix.append(builder, CallDescription.BYTES);
        }
        if (call.isTable) {
            TableExchange.append(builder, call.receiveBlocks);
        } else {
            selection.choose(call, map, comm.isInter()).append(builder, call);
        }
        if (builder.phases() > Team.PHASES) {
            throw new IllegalStateException("too many phases: " + builder.phases() + " in " + call.kind.call());
        }
        return builder.build();
    }

    /** Blocks until all members have called it. */
    public void barrier() {
        idle(scratch.set(CollectiveKind.BARRIER, 0)).execute();
    }

    /**
     * Takes part in a {@link #barrier} of the other members without waiting for its end, which the endpoint's progress
     * brings.
     */
    public void passBarrier() {
        nonblocking(scratch.set(CollectiveKind.BARRIER, 0)).begin(null).free();
    }

    /**
     * Brings the root's memory to all.
     *
     * @param offset where it begins, in bytes
     * @param root the root's rank
     */
    public void broadcast(MemorySegment memory, long offset, long lengthBytes, int root) {
        scratch.set(CollectiveKind.BROADCAST, lengthBytes).root = root;
        idle(scratch).memory(memory, offset, memory, offset).execute();
    }

    /**
     * Reduces for all.
     *
     * @param send the caller's operand, from its beginning
     * @param receive the result's memory
     * @param count the number of elements
     */
    public void allreduce(
            MemorySegment send, MemorySegment receive, ElementType type, long count, Reduction operation) {
        scratch.set(CollectiveKind.ALLREDUCE, count * type.bytes()).unitBytes = type.bytes();
        idle(scratch)
                .memory(send, 0, receive, 0)
                .reduction(operation, ReductionType.of(type))
                .execute();
    }

    /**
     * Exchanges a part of each process among all processes. The members of a process pass the same memory, into which
     * each has written its share of the process's part; afterwards it holds all parts. The schedule is not cached.
     *
     * @param table memory for all parts
     * @param parts where the part of each process lies, by its index
     */
    public void exchangeTable(MemorySegment table, BlockTable parts) {
        scratch.set(CollectiveKind.ALLGATHERV, 0).receiveBlocks = parts;
        scratch.isTable = true;
        CollectiveCall call = scratch.copy();
        new ScheduleRun(this, call, schedule(call))
                .memory(MemorySegment.NULL, 0, table, 0)
                .execute();
    }
}
