package org.sennit.internal.endpoints.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.message.ErrorClass;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

/** How much may be given before the first take. */
class GiveCreditsTest {
    private static final int TAG = 3;

    private static GiveCredits window(long bytes, boolean isShared) {
        Progress none = new Progress() {
            @Override
            public int poll() {
                return 0;
            }

            @Override
            public boolean await(Condition condition, long timeoutNs) {
                throw new AssertionError("no wait is expected here");
            }

            @Override
            public void signal() {}

            @Override
            public void check() {}
        };
        return new GiveCredits(none, "world", 0, 1, bytes, isShared);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void marksOneGiftOfEachHalfAndWaitsForItsAnswerBeforeTheNext(boolean isShared) {
        GiveCredits window = window(1000, isShared);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 5; i++) {
                assertNull(window.waitsFor(100));
                assertNull(window.add(100, TAG), "gift " + i);
            }
            assertNull(window.waitsFor(100));
            GiveRequest mark = window.add(100, TAG);
            assertNotNull(mark);
            for (int i = 0; i < 5; i++) {
                assertNull(window.waitsFor(100));
                assertNull(window.add(100, TAG));
            }
            assertSame(mark, window.waitsFor(100));
            assertNull(window.waitsFor(0));
            mark.taken(100);
            assertNull(window.waitsFor(100));
            GiveRequest next = window.add(100, TAG); // what was given since the mark fills a half already
            assertNotNull(next);
            next.taken(100);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneGiftMayAlwaysBeUnderWayHoweverLong(boolean isShared) {
        GiveCredits window = window(0, isShared);
        for (int i = 0; i < 3; i++) {
            assertNull(window.waitsFor(1L << 40));
            GiveRequest mark = window.add(1L << 40, TAG);
            assertSame(mark, window.waitsFor(1));
            mark.taken(1L << 40);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatHasBeenRefusedIsNotUnderWayAnyMore(boolean isShared) {
        GiveCredits window = window(0, isShared);
        GiveRequest mark = window.add(10, TAG);
        assertSame(mark, window.waitsFor(10));
        assertNull(window.refusalOf(mark));
        mark.refused(10, GiveRefusal.ENDED);
        assertSame(mark, window.waitsFor(10));
        assertEquals(ErrorClass.PROC_FAILED, window.refusalOf(mark).errorClass());
        assertNull(window.refusalOf(mark), "told once");
        assertNull(window.waitsFor(10));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void giftsOfNoLengthAreCounted(boolean isShared) {
        GiveCredits window = window(Long.MAX_VALUE, isShared);
        int given = 0;
        GiveRequest mark = null;
        while (window.waitsFor(0) == null) {
            GiveRequest marked = window.add(0, TAG);
            mark = marked == null ? mark : marked;
            given++;
        }
        assertEquals(2048 + 1 + 2048, given);
        mark.taken(0);
        assertNull(window.waitsFor(0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void giftsForEachOfWhichOneCameBackAreNotCountedForAWhile(boolean isShared) {
        GiveCredits window = window(1000, isShared);
        for (int round = 0; round < 3; round++) {
            assertNull(window.waitsFor(1L << 40));
            GiveRequest mark = window.add(1L << 40, TAG); // nothing has come back since the last mark
            assertNotNull(mark);
            for (int i = 0; i < 32; i++) {
                window.cameBack();
                window.cameBack(); // of two one counts
                assertNull(window.waitsFor(1L << 40), "gift " + i);
                assertNull(window.add(1L << 40, TAG), "gift " + i);
            }
            window.cameBack();
            assertSame(mark, window.waitsFor(1L << 40));
            assertNull(window.waitsFor(500)); // nothing of all that counts
            mark.taken(1L << 40);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMarkIsNotPutOffByWhatComesBackForEver(boolean isShared) {
        GiveCredits window = window(1000, isShared);
        int given = 0;
        do {
            window.cameBack();
            assertNull(window.waitsFor(600));
            given++;
        } while (window.add(600, TAG) == null);
        assertEquals(32 + 1, given);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aGiftBeyondTheWindowTakesThePlaceOfTheMarkedOneThatHasBeenTaken(boolean isShared) {
        GiveCredits window = window(0, isShared);
        GiveRequest mark = window.add(10, TAG);
        for (int i = 0; i < 3; i++) {
            assertSame(mark, window.waitsFor(10));
            GiveRequest beyond = window.beyond(TAG);
            mark.taken(10);
            assertTrue(window.replace(mark, beyond));
            assertSame(beyond, window.marked());
            mark = beyond;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aGiftBeyondTheWindowMayBeTakenBeforeTheMarkedOne(boolean isShared) {
        GiveCredits window = window(0, isShared);
        GiveRequest mark = window.add(10, TAG);
        for (int i = 0; i < 3; i++) {
            GiveRequest beyond = window.beyond(TAG);
            beyond.taken(10);
            assertNull(window.taken(beyond));
            assertSame(mark, window.marked());
        }
        GiveRequest refused = window.beyond(TAG);
        refused.refused(10, GiveRefusal.ENDED);
        assertEquals(ErrorClass.PROC_FAILED, window.taken(refused).errorClass());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRefusedMarkIsNotReplaced(boolean isShared) {
        GiveCredits window = window(0, isShared);
        GiveRequest mark = window.add(10, TAG);
        GiveRequest beyond = window.beyond(TAG);
        mark.refused(10, GiveRefusal.ENDED);
        assertFalse(window.replace(mark, beyond));
        assertNull(window.marked());
    }
}
