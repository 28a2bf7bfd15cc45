package org.sennit.internal.endpoints.coll;

import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * How calls of one communicator's collectives end that go wrong: with which error, and whether the job ends with them.
 *
 * <p>Belongs to the threads that drive the endpoint, one at a time.
 */
final class CallFailures {
    /** The beginning of the error of members that disagree. */
    static final String DIFFERENT_CALLS =
            "the members do not make the same call with the same root and sizes (checked=true says who calls what): ";

    private final Collectives collectives;
    private final CommContext comm;

    CallFailures(Collectives collectives, CommContext comm) {
        this.collectives = collectives;
        this.comm = comm;
    }

    /** Another member of the process, by its number there, is found to do something else. */
    SennitException differs(CollectiveCall call, int other) {
        return new SennitException(
                ErrorClass.ARG,
                DIFFERENT_CALLS + "operation=" + call.kind.call() + " bytes=" + call.bytes + " rank=" + comm.rank()
                        + " other=" + collectives.rankOf(other) + " communicator=" + comm);
    }

    /** Another member of the process, by its number there, has a block for this one that is not as long as expected. */
    SennitException unequal(int other, long sent, long expected) {
        return new SennitException(
                ErrorClass.TRUNCATE,
                "the members do not mean the same size: rank=" + comm.rank() + " peer=" + collectives.rankOf(other)
                        + " sent=" + sent + " expected=" + expected);
    }

    /** Returns whether an error of a call ends this call only: a member is dead or has ended, or has given up because one is, and others go on. */
    boolean isSurvived(SennitException error) {
        boolean isPeersEnd =
                error.errorClass() == ErrorClass.PROC_FAILED || error.errorClass() == ErrorClass.PROC_ENDED;
        return isPeersEnd && comm.job().isContinuing();
    }

    /**
     * Something has gone wrong in the middle: unless all members have been told the same, this one is out of step with the
     * others, who would wait for it for ever, so the job fails, even if the program goes on.
     */
    SennitException broken(CollectiveCall call, Throwable cause) {
        if (cause instanceof DisagreementException agreed) {
            return agreed;
        }
        SennitException error = explained(call.kind.call(), cause);
        // A member that gives up because another one has failed lends no memory any more: then nothing else is known
        // of this call.
        if (isSurvived(error) || comm.job().isContinuing() && collectives.hasFailedMember()) {
            return survived(call, error);
        }
        JobHealth health = comm.job().health();
        if (health.fail("rank " + comm.rank() + " in " + call.kind.call(), error)
                || error.errorClass() == ErrorClass.PROC_ABORTED) {
            return error;
        }
        try { // a consequence, perhaps: the member that has failed first lends no memory any more
            health.check();
            return error;
        } catch (SennitException aborted) {
            aborted.addSuppressed(error);
            return aborted;
        }
    }

    /** Returns the error of a call that has ended since a member has failed: it names that one, as soon as it is known. */
    SennitException survived(CollectiveCall call, SennitException error) {
        if (!collectives.hasFailedMember()) {
            return error; // a member has given up because it knows more
        }
        SennitException told = collectives.memberFailed(call.kind.call());
        if (told.getCause() != error.getCause()) {
            told.addSuppressed(error);
        }
        return told;
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
        if (cause instanceof IllegalStateException || cause instanceof WrongThreadException) {
            errorClass = ErrorClass.BUFFER;
            what = "memory of a member cannot be used any more (its arena is closed)";
        } else if (cause instanceof Error) {
            errorClass = ErrorClass.OTHER;
            what = "the call has failed";
        }
        return new SennitException(errorClass, what + ": operation=" + name + where + " cause=" + cause, cause);
    }
}
