package org.sennit.internal.endpoints.rma;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * The fence of {@link Epochs} between plain accesses of members to memory that they share, as by {@code Window.sync}.
 */
public final class EpochsStress {
    private EpochsStress() {}

    /** Each of two members stores its word, calls sync, and looks at the other's word; nothing else orders them. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both have stored before the other looks.")
    @Outcome(
            id = {"0, 1", "1, 0"},
            expect = ACCEPTABLE,
            desc = "One has looked before the other stores.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Each has looked before the other's store, in spite of sync.")
    @State
    public static class SyncAlone {
        private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;

        private final MemorySegment words = Arena.ofAuto().allocate(128, 64);

        @Actor
        public void first(JJ_Result r) {
            words.set(WORD, 0, 1);
            Epochs.orderMemory();
            r.r1 = words.get(WORD, 64);
        }

        @Actor
        public void second(JJ_Result r) {
            words.set(WORD, 64, 1);
            Epochs.orderMemory();
            r.r2 = words.get(WORD, 0);
        }
    }
}
