package org.sennit.lapi;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.active.ActiveCounter;

/** Operations that await replies: each is found by its name, ends once, and none is missed by a purge or a fence. */
public final class RepliesStress {
    private static final int TARGET = 1;

    private RepliesStress() {}

    /** A counter whose wait shows whether it would have ended. */
    private static final class Counter implements ActiveCounter {
        private final AtomicLong value = new AtomicLong();

        @Override
        public int number() {
            return 0;
        }

        @Override
        public long value() {
            return value.get();
        }

        @Override
        public void set(long newValue) {
            value.set(newValue);
        }

        @Override
        public void add(long added) {
            value.getAndAdd(added);
        }

        @Override
        public void await(long least) {
            while (value.get() < least) {
                Thread.onSpinWait();
            }
            value.getAndAdd(-least);
        }

        @Override
        public boolean await(long least, long timeoutNs) {
            await(least);
            return true;
        }
    }

    /** Operations of a task, all of which share one place. */
    private abstract static class Shared {
        final Counter ended = new Counter();
        final Replies replies;

        Shared() {
            this(1);
        }

        /** Makes them with more places in another table. */
        Shared(int mostPlaces) {
            replies = new Replies(ended, () -> {}, new Random(1), 1, mostPlaces);
        }

        Replies.Awaited begin() {
            return replies.begin(TARGET, null, null, OriginEvent.NONE);
        }

        int isFound(Replies.Awaited operation) {
            return isFound(operation, operation.id());
        }

        int isFound(Replies.Awaited operation, long id) {
            return replies.find(id) == operation ? 1 : 0;
        }
    }

    /** Two threads begin an operation each, and both want the same place. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Each is found by its own name.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "They have one name, or one has overwritten the other: its reply finds nothing.")
    @State
    public static class TwoBegin extends Shared {
        private Replies.Awaited one;
        private Replies.Awaited two;

        @Actor
        public void first() {
            one = begin();
        }

        @Actor
        public void second() {
            two = begin();
        }

        /** Looks for both. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = isFound(one);
            r.r2 = isFound(two);
        }
    }

    /** Two threads begin an operation each, and both need the table after the first, whose place is taken. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Each is found by its own name.")
    @Outcome(expect = FORBIDDEN, desc = "One of them is in a table that has been replaced: its reply finds nothing.")
    @State
    public static class TwoNeedATable extends Shared {
        private Replies.Awaited one;
        private Replies.Awaited two;

        public TwoNeedATable() {
            super(2);
            begin();
        }

        @Actor
        public void first() {
            one = begin();
        }

        @Actor
        public void second() {
            two = begin();
        }

        /** Looks for both. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = isFound(one);
            r.r2 = isFound(two);
        }
    }

    /** Two threads begin an operation each, and both want the object of one that has ended. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "One has it, the other has one of its own.")
    @Outcome(expect = FORBIDDEN, desc = "Both have it: the reply of one finds nothing.")
    @State
    public static class TwoBeginAgain extends Shared {
        private long one;
        private long two;

        public TwoBeginAgain() {
            begin().end();
        }

        @Actor
        public void first() {
            one = begin().id();
        }

        @Actor
        public void second() {
            two = begin().id();
        }

        /** Looks for both. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = replies.find(one) == null ? 0 : 1;
            r.r2 = replies.find(two) == null ? 0 : 1;
        }
    }

    /** An operation ends while another begins, which may get its place. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The one is over, the other is found.")
    @Outcome(expect = FORBIDDEN, desc = "The end of the one has taken the other away, or has left the one there.")
    @State
    public static class EndedAndBegun extends Shared {
        private final Replies.Awaited old = begin();
        private final long oldId = old.id();
        private Replies.Awaited next;

        @Actor
        public void ends() {
            old.end();
        }

        @Actor
        public void begins() {
            next = begin();
        }

        /** Looks for both. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = isFound(old, oldId);
            r.r2 = isFound(next);
        }
    }

    /** The reply comes while the operation is given up. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "It has ended, or it has been given up.")
    @Outcome(expect = FORBIDDEN, desc = "Both, and the program is told of both; or neither, and it waits for ever.")
    @State
    public static class RepliedAndGivenUp extends Shared {
        private final Replies.Awaited operation = begin();

        @Actor
        public void reply(II_Result r) {
            r.r1 = operation.take() ? 1 : 0;
        }

        @Actor
        public void purge(II_Result r) {
            r.r2 = operation.take() ? 1 : 0;
        }
    }

    /** A fence begins while the reply of the only operation comes. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "The fence has ended after the operation.")
    @Outcome(expect = FORBIDDEN, desc = "The fence has ended before the operation.")
    @State
    public static class EndedAndAwaited extends Shared {
        private final Replies.Awaited operation = begin();
        private final long id = operation.id();

        @Actor
        public void ends() {
            operation.end();
        }

        @Actor
        public void fence(I_Result r) {
            replies.awaitAll();
            r.r1 = isFound(operation, id);
        }
    }

    /** The target of an operation is purged while that ends and another one, with another target, gets its object. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The later one is under way.")
    @Outcome(expect = FORBIDDEN, desc = "The purge has read the target of the one, and given up the other.")
    @State
    public static class ReusedAndPurged extends Shared {
        private final Replies.Awaited old = begin();
        private Replies.Awaited next;

        @Actor
        public void endsAndBegins() {
            old.end();
            next = replies.begin(TARGET + 1, null, null, OriginEvent.NONE);
        }

        @Actor
        public void purge() {
            replies.purge(TARGET);
        }

        /** Looks for the later one. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = isFound(next);
        }
    }
}
