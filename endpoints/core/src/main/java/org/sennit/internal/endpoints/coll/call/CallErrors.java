package org.sennit.internal.endpoints.coll.call;

import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.runtime.trace.CallPrefix;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Makes the errors of the collectives' arguments: each names the operation, the rank and the communicator, and has been
 * passed to the error handler.
 */
final class CallErrors {
    private final CommContext comm;
    private final String view; // what the program has written before the name of the call
    private final String[] operations = new String[CollectiveKind.values().length]; // made when first asked for
    private CollectiveKind kind = CollectiveKind.BARRIER;

    CallErrors(CommContext comm, String view) {
        this.comm = comm;
        this.view = view;
    }

    void begin(CollectiveKind which) {
        kind = which;
    }

    String operation() {
        String name = operations[kind.ordinal()];
        if (name == null) {
            name = view + kind.call();
            operations[kind.ordinal()] = name;
        }
        return name;
    }

    boolean isPersistent() {
        return view.equals(CallPrefix.PERSISTENT);
    }

    SennitException of(ErrorClass errorClass, String what) {
        return of(errorClass, what, null);
    }

    SennitException of(ErrorClass errorClass, String what, RuntimeException cause) {
        return comm.raise(new SennitException(
                errorClass,
                what + (what.contains(": ") ? " " : ": ") + "operation=" + operation() + " rank=" + comm.rank()
                        + " communicator=" + comm,
                isToldBy(what, cause) ? cause.getCause() : cause));
    }

    private static boolean isToldBy(String what, RuntimeException cause) {
        return cause instanceof SennitException && what.startsWith(cause.getMessage());
    }

    SennitException inPlace(String which) {
        return of(ErrorClass.BUFFER, "IN_PLACE is not for this memory: memory=" + which);
    }

    SennitException root(int root) {
        return of(
                ErrorClass.ROOT,
                "root outside the communicator: root=" + root + " size="
                        + comm.peers().size());
    }

    SennitException tooSmall(String which, long has, double needs) {
        return of(
                ErrorClass.COUNT, which + " memory too small: needs=" + (long) needs + " bytes has=" + has + " bytes");
    }

    SennitException unequal(int block, long one, long other) {
        return of(
                ErrorClass.COUNT,
                "what a member sends to itself is not what it receives: block=" + block + " sent=" + one
                        + " bytes received=" + other + " bytes");
    }

    SennitException blocks(int has, int needs) {
        return of(ErrorClass.ARG, "one block for each rank or neighbor: blocks=" + has + " needed=" + needs);
    }
}
