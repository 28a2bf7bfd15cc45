package org.sennit.internal.endpoints.am.operation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * The operations of a process: no two threads have the same one, each ends once, and a failure finds those that are
 * entered.
 */
public final class OperationTableStress {
    private OperationTableStress() {}

    /** An operation. */
    private static final class Operation extends OperationTable.Entry {}

    /** A table with three operations at rest. */
    private abstract static class Shared {
        final OperationTable<Operation> table = new OperationTable<>(Operation::new);

        Shared() {
            Operation a = table.take();
            Operation b = table.take();
            Operation c = table.take();
            table.recycle(c);
            table.recycle(b);
            table.recycle(a);
        }
    }

    /** Two threads take, and one of them gives back what it has taken first: the top of the stack is the same again. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "All are different.")
    @Outcome(expect = FORBIDDEN, desc = "Two threads have the same operation.")
    @State
    public static class TopComesBack extends Shared {
        private Operation one;
        private Operation two;
        private Operation other;

        @Actor
        public void takes() {
            one = table.take();
            two = table.take();
        }

        @Actor
        public void takesAndGivesBack() {
            Operation first = table.take();
            other = table.take();
            table.recycle(first);
        }

        /** Reports how many pairs are the same. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = (one == two ? 1 : 0) + (one == other ? 1 : 0) + (two == other ? 1 : 0);
        }
    }

    /** Two threads give back at once. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both are there again.")
    @Outcome(expect = FORBIDDEN, desc = "One is lost, and its place with it.")
    @State
    public static class TwoGiveBack extends Shared {
        private final Operation one = table.take();
        private final Operation two = table.take();

        @Actor
        public void first() {
            table.recycle(one);
        }

        @Actor
        public void second() {
            table.recycle(two);
        }

        /** Reports how many of the two are found again among three. */
        @Arbiter
        public void outcome(I_Result r) {
            for (int i = 0; i < 3; i++) {
                Operation taken = table.take();
                r.r1 += taken == one || taken == two ? 1 : 0;
            }
        }
    }

    /** Two threads end the same operation. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "One of them has ended it.")
    @Outcome(expect = FORBIDDEN, desc = "Both have ended it, or neither.")
    @State
    public static class TwoTakeOut extends Shared {
        private final long id = table.enter(table.take());

        @Actor
        public void first(II_Result r) {
            r.r1 = table.remove(id) ? 1 : 0;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = table.remove(id) ? 1 : 0;
        }
    }

    /** An operation is taken out by its owner, and used for the next message, while another thread looks for it. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "It was there, or it was over, and the next one was there.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "It is still there when the next one has its place.")
    @State
    public static class TakenOutAndEntered extends Shared {
        private final Operation operation = table.take();
        private final long id = table.enter(operation);
        private final long next = id + (1L << Integer.SIZE);

        @Actor
        public void owner() {
            table.takeOut(operation);
            table.recycle(operation);
            table.enter(table.take());
        }

        @Actor
        public void looker(II_Result r) {
            r.r2 = table.find(next) == null ? 0 : 1;
            r.r1 = table.find(id) == null ? 0 : 1;
        }
    }

    /** An operation is entered while its peer fails. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "The origin has seen the failure, or was found.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Neither has seen the other: the operation never ends.")
    @State
    public static class EnteredAndFailed extends Shared {
        private final Operation operation = table.take();
        private volatile boolean hasFailed;

        @Actor
        public void origin(II_Result r) {
            table.enter(operation);
            OperationTable.hasEntered();
            r.r1 = hasFailed ? 1 : 0;
        }

        @Actor
        public void failure(II_Result r) {
            hasFailed = true;
            r.r2 = table.idsOf(each -> each == operation).size();
        }
    }
}
