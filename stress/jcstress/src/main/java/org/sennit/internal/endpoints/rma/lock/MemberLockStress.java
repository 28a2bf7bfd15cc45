package org.sennit.internal.endpoints.rma.lock;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The lock of a member in its process, asked for and given back by two threads at once. Its order is that of its
 * monitor.
 */
public final class MemberLockStress {
    private MemberLockStress() {}

    /** A thread asks, and the one that is granted the lock counts, and gives it back. */
    private abstract static class Asking {
        final MemberLock lock = new MemberLock();
        final AtomicInteger granted = new AtomicInteger();
        int inside; // plain: guarded by an exclusive lock

        final void ask(int kind) {
            MemberLock.Wish wish = new MemberLock.Wish() {
                @Override
                public int kind() {
                    return kind;
                }

                @Override
                public boolean isNested() {
                    return false;
                }

                @Override
                public void decided(int outcome) {
                    holds(kind);
                }
            };
            if (lock.ask(wish) == MemberLock.GRANTED) {
                holds(kind);
            }
        }

        final void holds(int kind) {
            granted.incrementAndGet();
            if (kind == PartLocks.EXCLUSIVE) {
                inside++;
            }
            lock.release(kind);
        }

        /** Whether an exclusive lock is granted at once: none holds it, or waits, any more. */
        final int isFree() {
            MemberLock.Wish last = new MemberLock.Wish() {
                @Override
                public int kind() {
                    return PartLocks.EXCLUSIVE;
                }

                @Override
                public boolean isNested() {
                    return false;
                }

                @Override
                public void decided(int outcome) {}
            };
            return lock.ask(last) == MemberLock.GRANTED ? 1 : 0;
        }
    }

    /** Both want the lock alone, twice. */
    @JCStressTest
    @Outcome(
            id = "4, 5",
            expect = ACCEPTABLE,
            desc = "Each wish was granted once, each holder was alone, and the lock is free.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "A wish was forgotten, or granted twice, two held the lock, or it is held for ever.")
    @State
    public static class Exclusive extends Asking {
        @Actor
        public void first() {
            ask(PartLocks.EXCLUSIVE);
            ask(PartLocks.EXCLUSIVE);
        }

        @Actor
        public void second() {
            ask(PartLocks.EXCLUSIVE);
            ask(PartLocks.EXCLUSIVE);
        }

        /** Reads what has been granted. */
        @Arbiter
        public void end(II_Result r) {
            r.r1 = granted.get();
            r.r2 = inside + isFree();
        }
    }

    /** One shares the lock, the other one wants it alone. */
    @JCStressTest
    @Outcome(id = "4, 3", expect = ACCEPTABLE, desc = "Each wish was granted once, and the lock is free.")
    @Outcome(expect = FORBIDDEN, desc = "A wish was forgotten, or granted twice, or the lock is held for ever.")
    @State
    public static class SharedAndExclusive extends Asking {
        @Actor
        public void first() {
            ask(PartLocks.SHARED);
            ask(PartLocks.SHARED);
        }

        @Actor
        public void second() {
            ask(PartLocks.EXCLUSIVE);
            ask(PartLocks.EXCLUSIVE);
        }

        /** Reads what has been granted. */
        @Arbiter
        public void end(II_Result r) {
            r.r1 = granted.get();
            r.r2 = inside + isFree();
        }
    }
}
