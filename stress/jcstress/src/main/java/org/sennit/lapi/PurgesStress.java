package org.sennit.lapi;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.reflect.Proxy;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.active.MessageEnds;

/** Targets that are given up and allowed again while operations with them begin, and answers to them are sent. */
public final class PurgesStress {
    private static final int TARGET = 1;
    private static final SennitException REFUSED = new SennitException(ErrorClass.REQUEST, "the target is purged");

    private PurgesStress() {}

    private static <T> T doingNothing(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null));
    }

    private static final ActiveMessages MESSAGES = doingNothing(ActiveMessages.class);
    private static final MessageEnds ENDS = doingNothing(MessageEnds.class);
    private static final ActiveCounter COUNTER = doingNothing(ActiveCounter.class);

    /** A task that may purge its target. */
    private abstract static class Shared {
        final Replies replies = new Replies(COUNTER, () -> {}, new Random(1), 1, 1);
        final Purges purges = new Purges(MESSAGES, ENDS, replies, 2);
    }

    /** An operation begins while its target is purged. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "Its message is refused, or the purge has found it.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Neither has seen the other: the operation never ends.")
    @State
    public static class BegunAndPurged extends Shared {
        private Replies.Awaited operation;

        @Actor
        public void origin(II_Result r) {
            operation = replies.begin(TARGET, null, null, OriginEvent.NONE);
            r.r1 = purges.isPurged(TARGET) ? 1 : 0;
        }

        @Actor
        public void purge() {
            purges.purge(TARGET);
        }

        /** Reports whether the purge has taken it. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r2 = operation.take() ? 0 : 1;
        }
    }

    /** An answer is refused and kept while its origin is resumed. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "It is sent, by one of the two.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Neither has seen the other: it is never sent.")
    @Outcome(expect = FORBIDDEN, desc = "It is sent twice.")
    @State
    public static class KeptAndResumed extends Shared {
        private final Answers answers = new Answers(purges);
        private final AtomicInteger tries = new AtomicInteger();

        /** Purges the target. */
        public KeptAndResumed() {
            purges.purge(TARGET);
        }

        @Actor
        public void answers() {
            answers.send(TARGET, () -> {
                if (tries.getAndIncrement() == 0) {
                    throw REFUSED;
                }
            });
        }

        @Actor
        public void resume() {
            purges.resume(TARGET);
        }

        /** Reports how often it was sent. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = tries.get() - 1;
        }
    }

    /** Two targets are purged at once. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both are counted.")
    @Outcome(expect = FORBIDDEN, desc = "One is not counted: a fence may end as if it had not been.")
    @State
    public static class TwoPurge extends Shared {
        @Actor
        public void first() {
            purges.purge(0);
        }

        @Actor
        public void second() {
            purges.purge(1);
        }

        /** Reads the number. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = purges.count();
        }
    }
}
