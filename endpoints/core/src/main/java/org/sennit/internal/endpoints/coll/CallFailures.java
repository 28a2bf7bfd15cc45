package org.sennit.internal.endpoints.coll;

import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The failures of one communicator's collectives: which error a call gets, and whether the job ends.
 *
 * <p>Belongs to the threads that drive the endpoint, one at a time.
 */
final class CallFailures {
    /** First words of the error of members that disagree. */
    static final String DIFFERENT_CALLS =
            "the members do not make the same call with the same root and sizes (checked=true says who calls what): ";

    private final CollectiveState collectives;
    private final CommContext comm;

    CallFailures(CollectiveState collectives, CommContext comm) {
        this.collectives = collectives;
        this.comm = comm;
    }

    /** Returns the error for another member of the process that makes a different call. */
    SennitException differs(CollectiveCall call, int other) {
        return new SennitException(
                ErrorClass.ARG,
                DIFFERENT_CALLS + "operation=" + call.kind.call() + " bytes=" + call.bytes + " rank=" + comm.rank()
                        + " other=" + collectives.rankOf(other) + " communicator=" + comm);
    }

    /** Returns the error for another member of the process whose block for this one has another length. */
    SennitException unequal(int other, long sent, long expected) {
        return new SennitException(
                ErrorClass.TRUNCATE,
                "the members do not mean the same size: rank=" + comm.rank() + " peer=" + collectives.rankOf(other)
                        + " sent=" + sent + " expected=" + expected);
    }

    /**
     * Returns whether an error ends this call only: a member has failed or ended, or has given up because of that, and
     * the job survives failures.
     */
    boolean isSurvived(SennitException error) {
        boolean isPeersEnd =
                error.errorClass() == ErrorClass.PROC_FAILED || error.errorClass() == ErrorClass.PROC_ENDED;
        return isPeersEnd && comm.job().isContinuing();
    }

    /**
     * Returns the error of a call that failed in the middle, and fails the job: this member is out of step with the
     * others, who would wait for it for ever. Not if all members got the same error.
     */
    SennitException broken(CollectiveCall call, Throwable cause) {
        if (cause instanceof DisagreementException agreed) {
            return agreed;
        }
        SennitException error = explained(call.kind.call(), cause);
        // A member that has given up because another one failed no longer lends its memory, so errors that follow from
        // that are replaced.
        if (isSurvived(error) || comm.job().isContinuing() && collectives.hasFailedMember()) {
            return survived(call, error);
        }
        JobHealth health = comm.job().health();
        if (health.fail("rank " + comm.rank() + " in " + call.kind.call(), error)
                || error.errorClass() == ErrorClass.PROC_ABORTED) {
            return error;
        }
        try { // possibly a consequence of another member's failure
            health.check();
            return error;
        } catch (SennitException aborted) {
            aborted.addSuppressed(error);
            return aborted;
        }
    }

    /** Returns the error of a call that ended because a member failed; names the member if it is known. */
    SennitException survived(CollectiveCall call, SennitException error) {
        if (!collectives.hasFailedMember()) {
            return error; // the member that gave up knows the cause
        }
        SennitException reported = collectives.memberFailed(call.kind.call());
        if (reported.getCause() != error.getCause()) {
            reported.addSuppressed(error);
        }
        return reported;
    }

    private SennitException explained(String name, Throwable cause) {
        String where = " rank=" + comm.rank() + " communicator=" + comm;
        if (cause instanceof SennitException known) {
            return known.errorClass() == ErrorClass.OP
                    ? new SennitException(ErrorClass.OP, known.getMessage() + " in=" + name + where, known.getCause())
                    : known;
        }
        ErrorClass errorClass = ErrorClass.ARG;
        String what = "the members do not make the same call with the same sizes";
        if (MemoryLoss.is(cause)) {
            errorClass = ErrorClass.BUFFER;
            what = "memory of a member cannot be used any more (its arena is closed)";
        } else if (cause instanceof Error) {
            errorClass = ErrorClass.OTHER;
            what = "the call has failed";
        }
        return new SennitException(errorClass, what + ": operation=" + name + where + " cause=" + cause, cause);
    }
}
