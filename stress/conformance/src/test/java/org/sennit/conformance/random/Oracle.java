package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.List;
import org.sennit.message.ErrorClass;

/**
 * What a rank must have received: its receives taken in the order of posting, each has got, of the sender that its
 * status names, the first message that fits it and that no earlier receive has got. That is MPI's rule of order (MPI
 * 4.1, section 3.5), and it leaves open only which sender a wildcard takes.
 */
final class Oracle {
    private final RandomPlan plan;
    private final int rank;
    private final int round;

    Oracle(RandomPlan plan, int rank, int round) {
        this.plan = plan;
        this.rank = rank;
        this.round = round;
    }

    /** Whether a receive may get a message that does not fit. */
    static boolean mayFail(RandomPlan plan, int rank, Receive receive) {
        return plan.messages().stream()
                .anyMatch(m -> m.destination() == rank
                        && receive.fits(m)
                        && !errors(m, receive).isEmpty());
    }

    /** Throws when something was received that should not have been, or something is left. */
    void check(List<Receiving> posted) {
        List<Message> left = new ArrayList<>(plan.messages());
        left.removeIf(m -> m.destination() != rank);
        for (Receiving r : posted) {
            if (!r.isDone()) {
                throw wrong(r, "it was never completed");
            }
            Message m = first(r, left);
            if (m == null) {
                throw wrong(r, "no message of rank " + r.source() + " is left for it");
            }
            left.remove(m);
            check(r, m);
        }
        if (!left.isEmpty()) {
            throw new AssertionError("messages never came: " + left);
        }
    }

    private static Message first(Receiving r, List<Message> left) {
        for (Message m : left) {
            if (m.source() == r.source() && r.receive().fits(m)) {
                return m;
            }
        }
        return null;
    }

    private void check(Receiving r, Message m) {
        List<ErrorClass> errors = errors(m, r.receive());
        if (r.error() == null ? !errors.isEmpty() : !errors.contains(r.error())) {
            throw wrong(r, "it should have got " + m + (errors.isEmpty() ? "" : " with the error " + errors));
        }
        if (r.error() != null) {
            if (r.status().tag() != m.tag()
                    || r.status().countBytes() != 0
                    || r.status().isCancelled()) {
                throw wrong(r, "with the error " + r.error() + " by " + m + " its status is " + r.status());
            }
            r.piece().check(0, 0, "after " + r.error() + " by " + m + ": " + r);
            return;
        }
        if (m.tag() != r.status().tag() || m.lengthBytes() != r.status().countBytes()) {
            throw wrong(r, "it should have got " + m);
        }
        r.piece().check(plan.number(m, round), m.lengthBytes(), r + " got " + m);
    }

    private static List<ErrorClass> errors(Message m, Receive r) {
        List<ErrorClass> errors = new ArrayList<>();
        if (m.lengthBytes() > r.capacityBytes()) {
            errors.add(ErrorClass.TRUNCATE);
        }
        if (!m.elements().fits(m.units(), r.elements())) {
            errors.add(ErrorClass.TYPE);
        }
        return errors;
    }

    private static AssertionError wrong(Receiving r, String what) {
        return new AssertionError(r + " got " + (r.error() == null ? r.status() : r.error()) + ": " + what);
    }
}
