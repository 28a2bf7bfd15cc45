package org.sennit.internal.endpoints.coll;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.ReductionMemory;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.internal.shm.team.TeamMember;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Awaited.Need;
import org.sennit.spi.progress.Progress;

/**
 * What runs of one endpoint's collectives on one communicator have in common that are matched by their order: who the
 * members are, whether one has failed, and the memory and numbers of their calls. Belongs to the thread that drives the
 * endpoint.
 */
abstract class CollectiveState {
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

    final CommContext comm;
    final ProcessMap map;
    final TeamMember member;

    private final TempPool temps;
    private final ReductionMemory lines = new ReductionMemory();
    private final CallFailures failures;

    CollectiveState(CommContext comm) {
        this(comm, comm.member(), mapOf(comm), new TempPool(MOST_TEMP_BYTES));
    }

    /** Makes those that share memory and map with others of the communicator, but meet in a team of their own. */
    CollectiveState(CollectiveState like, TeamMember member) {
        this(like.comm, member, like.map, like.temps);
    }

    private CollectiveState(CommContext comm, TeamMember member, ProcessMap map, TempPool temps) {
        this.comm = comm;
        this.member = member;
        this.map = map;
        this.temps = temps;
        this.failures = new CallFailures(this, comm);
        this.lines.set(member.lines(), null);
    }

    private static ProcessMap mapOf(CommContext comm) {
        RankMap group = comm.group();
        return new ProcessMap(
                group.processIndexes(),
                group.ranksByProcess(),
                comm.device().self().progress().context().availableProcessors());
    }

    /** Begins the next meeting. */
    abstract long nextMeeting();

    /** Returns whether {@link #nextMeeting} will continue a meeting that the fast path has entered. */
    boolean isContinuing() {
        return false;
    }

    /** Returns what the fast path has thrown in the meeting just begun; once; else null. */
    Throwable takeFailure() {
        return null;
    }

    /** Returns whether the messages of the meeting just begun have been sent; once. */
    boolean takeHasSent() {
        return false;
    }

    /** Returns the number that the messages of a meeting's call have within a side, the same on all members. */
    abstract long messageNumber(long meeting);

    /** Begins the next call across two sides; returns the number of its messages, the same on both. */
    abstract long nextInter();

    /** Ends a call across two sides. */
    abstract void endInter();

    /** Returns the context id of the messages in the communicator, or in that of its side. */
    abstract int contextIdIn(CommContext where);

    final CommContext comm() {
        return comm;
    }

    /** Returns the failures of calls. */
    final CallFailures failures() {
        return failures;
    }

    /** Returns this member's handle on the team of the process. */
    public final TeamMember member() {
        return member;
    }

    final Progress progress() {
        return comm.device().self().progress();
    }

    /** Returns the clock of the job. */
    final RuntimeContext context() {
        return comm.device().self().progress().context();
    }

    /**
     * Returns the time for which a waiting member yields to the others before it sleeps, in ns; 0 if progress decides.
     */
    final long patienceNs() {
        return member.size() < MANY ? 0 : Math.min(PATIENCE_NS * member.size(), MOST_PATIENCE_NS);
    }

    /** Returns the lines of the team. */
    final ReductionMemory lines() {
        return lines;
    }

    final TempPool temps() {
        return temps;
    }

    /** Returns the description of a wait for other members of the process; of many the first ones. */
    final Awaited awaited(String operation, Need need, IntPredicate isAwaited) {
        long[] endpoints = IntStream.range(0, member.size())
                .filter(other -> other != member.index() && isAwaited.test(other))
                .limit(MOST_AWAITED)
                .mapToLong(other -> comm.group().endpoints()[rankOf(other)])
                .toArray();
        return new Awaited(operation, endpoints, comm.isInter() ? comm.local() : comm, need);
    }

    /** Returns the rank of a member of the process, by its number there. */
    final int rankOf(int other) {
        return map.ranksOf(map.processOf(comm.rank()))[other];
    }

    /**
     * Returns whether a member has failed, or a member of this process has given up because of a failure, so that no
     * call can succeed.
     */
    public final boolean hasFailedMember() {
        return member.givenUp() != null || isFailureKnown();
    }

    /** Returns whether it is known in this process why no call can succeed. */
    final boolean isFailureKnown() {
        return comm.isAnyFailed() && comm.isBroken();
    }

    /** Throws when a member has failed. */
    final void checkMembers(CollectiveCall call) {
        if (hasFailedMember()) {
            throw memberFailed(call.kind.call());
        }
    }

    /** Returns the error of a call that cannot succeed because a member has failed. */
    final SennitException memberFailed(String operation) {
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
}
