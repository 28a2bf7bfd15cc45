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
 * What the runs of one endpoint's collectives on one communicator have in common: who the members are, whether one has
 * failed, and the memory and numbers of their calls. Belongs to the thread that drives the endpoint.
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

    private static final long NONE = -1;

    final CommContext comm;
    final ProcessMap map;
    final TeamMember member;

    private final TempPool temps = new TempPool(MOST_TEMP_BYTES);
    private final ReductionMemory lines = new ReductionMemory();
    private final CallFailures failures;
    private long interCalls;
    private long interEnded;
    private long interQuiet; // the calls when none was under way last
    private long entered = NONE; // a meeting entered by the fast path, which the next call continues

    CollectiveState(CommContext comm) {
        this.comm = comm;
        this.member = comm.member();
        this.failures = new CallFailures(this, comm);
        this.lines.set(member.lines(), null);
        RankMap group = comm.group();
        this.map = new ProcessMap(
                group.processIndexes(),
                group.ranksByProcess(),
                comm.device().self().progress().context().availableProcessors());
    }

    /** Returns the number below which all calls across both sides have ended. */
    final long interCallsEnded() {
        return interQuiet;
    }

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

    /**
     * Makes the next blocking call continue a meeting that the fast path has entered, and may have signalled in; it
     * repeats the same steps.
     *
     * @param meeting what {@link TeamMember#enterNext} has given
     */
    public final void continueMeeting(long meeting) {
        entered = meeting;
    }

    /** Leaves a meeting of {@link #continueMeeting} that no call has continued. */
    public final void leaveUnused() {
        if (entered != NONE) {
            member.leave(nextMeeting());
        }
    }

    /** Begins the next meeting, or continues the entered one. */
    final long nextMeeting() {
        long meeting = entered;
        if (meeting == NONE) {
            return member.begin();
        }
        entered = NONE;
        return meeting;
    }

    final TempPool temps() {
        return temps;
    }

    /** Counts the calls across the two sides, which are the same on both. */
    final long nextInter() {
        return comm.isInter() ? interCalls++ : 0;
    }

    /** Counts the calls across the two sides that have ended here. */
    final void endInter() {
        if (comm.isInter()) {
            interEnded++;
            if (interEnded == interCalls) {
                interQuiet = interCalls;
            }
        }
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
