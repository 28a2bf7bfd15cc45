package org.sennit.internal.endpoints.coll;

import java.lang.foreign.MemorySegment;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.sennit.internal.endpoints.coll.algorithm.AgreementPrefix;
import org.sennit.internal.endpoints.coll.algorithm.TableExchange;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.CallDescription;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.coll.select.Selection;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.datatype.ReductionMemory;
import org.sennit.internal.endpoints.datatype.ReductionType;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.internal.shm.team.Team;
import org.sennit.internal.shm.team.TeamMember;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Awaited.Need;
import org.sennit.spi.progress.Progress;

/**
 * The collectives of one endpoint on one communicator: finds the schedule of a call and a run that executes it.
 * Schedules are cached, each with a run for blocking calls, so that repeated calls allocate nothing.
 *
 * <p>Inside a process the members access each other's memory, between processes leaders or ranks send messages. The
 * caller has checked the arguments and staged confined memory. Belongs to the thread that drives the endpoint; all
 * members call the same collectives in the same order. (MPI 4.1, chapter 6)
 */
public final class Collectives {
    /**
     * Most temporary memory kept, in bytes; larger memory is allocated for each call, whose copies take longer than
     * that.
     */
    private static final long MOST_TEMP_BYTES = 64 << 20;

    /** Least number of members in a process of which not all get a permit to wait awake. */
    private static final int MANY = 16;

    /** The most members that the description of a wait names. */
    private static final int MOST_AWAITED = 64;

    /**
     * Time for which a waiting member yields for each member, in ns: a turn of a thread that only looks takes 0.5 to 1
     * µs on the reference machine, a collective a few turns of each.
     */
    private static final long PATIENCE_NS = 8_000;

    private static final long MOST_PATIENCE_NS = 10_000_000;

    private static final long NONE = -1;

    private final CommContext comm;
    private final ProcessMap map;
    private final TeamMember member;
    private final Selection selection;
    private final TempPool temps = new TempPool(MOST_TEMP_BYTES);
    private final ReductionMemory lines = new ReductionMemory();
    private final CollectiveCall scratch = new CollectiveCall();
    private final ScheduleCache schedules;
    private final LeftMessages left; // the queue holds it weakly
    private final CallFailures failures;
    private long interCalls;
    private long interEnded;
    private long entered = NONE; // a meeting entered by the fast path, which the next call continues

    /**
     * Makes the collectives of a communicator.
     *
     * @param comm its state; of an intercommunicator they are those across the two sides
     */
    public static Collectives of(CommContext comm) {
        return new Collectives(comm);
    }

    private Collectives(CommContext comm) {
        this.comm = comm;
        RankMap group = comm.group();
        this.member = comm.member();
        this.failures = new CallFailures(this, comm);
        this.lines.set(member.lines(), null);
        this.schedules = new ScheduleCache(member.size(), comm.device().keepsForThreads());
        this.map = new ProcessMap(
                group.processIndexes(),
                group.ranksByProcess(),
                comm.device().self().progress().context().availableProcessors());
        this.selection = new Selection(comm.job().options());
        this.left = new LeftMessages(comm, comm.isInter() ? this::interCallsEnded : member::left);
        if (comm.isInter() || map.processes() > 1) {
            comm.device().self().queue().shutdown().reportLeft(comm.collectiveContextId(), left);
        }
    }

    /** Returns the number of ended calls across both sides; 0 while one is under way. */
    private long interCallsEnded() {
        return interEnded == interCalls ? interCalls : 0;
    }

    CommContext comm() {
        return comm;
    }

    /** Returns the failures of calls. */
    CallFailures failures() {
        return failures;
    }

    /** Returns this member's handle on the team of the process. */
    public TeamMember member() {
        return member;
    }

    Progress progress() {
        return comm.device().self().progress();
    }

    /** Returns the clock of the job. */
    RuntimeContext context() {
        return comm.device().self().progress().context();
    }

    /**
     * Returns the time for which a waiting member yields to the others before it sleeps, in ns; 0 if progress decides.
     */
    long patienceNs() {
        return member.size() < MANY ? 0 : Math.min(PATIENCE_NS * member.size(), MOST_PATIENCE_NS);
    }

    /** Returns the lines of the team. */
    ReductionMemory lines() {
        return lines;
    }

    /**
     * Makes the next blocking call continue a meeting that the fast path has entered, and may have signalled in; it
     * repeats the same steps.
     *
     * @param meeting what {@link TeamMember#enterNext} has given
     */
    public void continueMeeting(long meeting) {
        entered = meeting;
    }

    /** Leaves a meeting of {@link #continueMeeting} that no call has continued. */
    public void leaveUnused() {
        if (entered != NONE) {
            member.leave(nextMeeting());
        }
    }

    /** Begins the next meeting, or continues the entered one. */
    long nextMeeting() {
        long meeting = entered;
        if (meeting == NONE) {
            return member.begin();
        }
        entered = NONE;
        return meeting;
    }

    TempPool temps() {
        return temps;
    }

    /** Counts the calls across the two sides, which are the same on both. */
    long nextInter() {
        return comm.isInter() ? interCalls++ : 0;
    }

    /** Counts the calls across the two sides that have ended here. */
    void endInter() {
        if (comm.isInter()) {
            interEnded++;
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
     * @return a run of the caller's own
     */
    public ScheduleRun fresh(CollectiveCall call) {
        ScheduleCache.Kept entry = kept(call);
        return new ScheduleRun(this, entry.call, entry.schedule);
    }

    /** Returns the number of cached schedules; calls on the fast path need none. For tests. */
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

    /** Returns the description of a wait for other members of the process; of many the first ones. */
    Awaited awaited(String operation, Need need, IntPredicate isAwaited) {
        long[] endpoints = IntStream.range(0, member.size())
                .filter(other -> other != member.index() && isAwaited.test(other))
                .limit(MOST_AWAITED)
                .mapToLong(other -> comm.group().endpoints()[rankOf(other)])
                .toArray();
        return new Awaited(operation, endpoints, comm.ownEndpoint(), need);
    }

    /** Returns the rank of a member of the process, by its number there. */
    int rankOf(int other) {
        return map.ranksOf(map.processOf(comm.rank()))[other];
    }

    /**
     * Returns whether a member has failed, or a member of this process has given up because of a failure, so that no
     * call can succeed.
     */
    public boolean hasFailedMember() {
        return member.givenUp() != null || isFailureKnown();
    }

    /** Returns whether the failed member is known in this process. */
    boolean isFailureKnown() {
        return comm.isAnyFailed() && comm.hasFailedMember();
    }

    /** Throws when a member has failed. */
    void checkMembers(CollectiveCall call) {
        if (hasFailedMember()) {
            throw memberFailed(call.kind.call());
        }
    }

    /** Returns the error of a call that cannot succeed because a member has failed. */
    SennitException memberFailed(String operation) {
        if (isFailureKnown()) {
            return comm.memberFailed(operation);
        }
        Throwable why = member.givenUp();
        return new SennitException(
                ErrorClass.PROC_FAILED,
                "a member has given up: operation=" + operation + " rank=" + comm.rank() + " communicator=" + comm
                        + " cause=" + why.getMessage(),
                why);
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
