package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.sennit.active.ActiveCounter;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Operations that have been given up end as many waits for their counter as they would have ended by moving it. */
@Core
@Deadline(seconds = 60)
class GivenUpTest {
    private static final long SOON_NS = 1;
    private static final long NO_LIMIT = 0;

    /** Never reached. */
    private static final class Still implements ActiveCounter {
        private Runnable meanwhile = () -> {}; // during a wait

        @Override
        public int number() {
            return 0;
        }

        @Override
        public long value() {
            return 0;
        }

        @Override
        public void set(long newValue) {}

        @Override
        public void add(long added) {}

        @Override
        public void await(long least) {
            throw new AssertionError("a wait that nothing ends");
        }

        @Override
        public boolean await(long least, long timeoutNs) {
            meanwhile.run();
            return false;
        }
    }

    private static LapiCounter withGivenUp(int operations) {
        LapiCounter counter = new LapiCounter(new Still(), 0, System::nanoTime);
        counter.awaitsReply();
        for (int i = 0; i < operations; i++) {
            counter.giveUp();
        }
        return counter;
    }

    private static void assertPurged(LapiCounter counter, long value) {
        LapiException error = assertThrows(LapiException.class, () -> counter.await("waitcntr", value, SOON_NS));
        assertEquals(LapiStatus.TGT_PURGED, error.status());
    }

    private static void assertNone(LapiCounter counter) {
        assertThrows(SennitException.class, () -> counter.await("waitcntr", 1, SOON_NS));
    }

    @Test
    void eachEndsAWaitOfItsOwn() {
        LapiCounter counter = withGivenUp(3);
        for (int i = 0; i < 3; i++) {
            assertPurged(counter, 1);
        }
        assertNone(counter);
    }

    /** Another thread may begin an operation, and give it up, when the wait for its counter has begun. */
    @Test
    void oneThatBeginsLaterEndsTheWait() {
        Still still = new Still();
        LapiCounter counter = new LapiCounter(still, 0, System::nanoTime);
        still.meanwhile = () -> {
            counter.awaitsReply();
            counter.giveUp();
        };
        LapiException error = assertThrows(LapiException.class, () -> counter.await("waitcntr", 1, NO_LIMIT));
        assertEquals(LapiStatus.TGT_PURGED, error.status());
    }

    @Test
    void severalEndTheWaitForSeveral() {
        LapiCounter counter = withGivenUp(5);
        assertPurged(counter, 3);
        assertPurged(counter, 3);
        assertNone(counter);
    }
}
