package org.sennit.internal.endpoints.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ConstructionsTest {
    private static final int DUPLICATE = -1;

    private final Constructions constructions = new Constructions();

    @Test
    void oneThatHasNotBegunIsLackedOnceItCannotSucceed() {
        assertEquals(Absence.NONE, constructions.absence(0, false));
        assertEquals(Absence.CALLS, constructions.absence(0, true));
    }

    @Test
    void oneThatThisMemberHasComeThroughIsNeverLacked() {
        constructions.begin(false);
        assertEquals(0, constructions.comeThrough());
        constructions.fail(); // of a call that makes nothing
        assertEquals(Absence.NONE, constructions.absence(0, true));
        constructions.begin(false);
        assertEquals(Absence.NONE, constructions.absence(0, true));
    }

    @Test
    void oneThatIsUnderWayMayStillSucceed() {
        constructions.begin(false);
        assertEquals(Absence.NONE, constructions.absence(0, false));
        assertEquals(Absence.CALLS, constructions.absence(0, true));
    }

    @Test
    void oneThatHasFailedIsLackedAlsoWhereLaterOnesSucceed() {
        constructions.begin(false);
        constructions.fail();
        constructions.begin(false);
        assertEquals(1, constructions.comeThrough());
        assertEquals(Absence.WHOLE, constructions.absence(0, false));
        assertEquals(Absence.NONE, constructions.absence(1, false));
    }

    @Test
    void oneThatWasLeftWithoutAWordHasFailed() {
        constructions.begin(false);
        constructions.begin(true);
        assertEquals(Absence.WHOLE, constructions.absence(0, true));
    }

    @Test
    void oneThatWasNotForThisMemberIsNotCounted() {
        constructions.begin(false);
        constructions.begin(false);
        assertEquals(Absence.NONE, constructions.absence(0, false));
    }

    @Test
    void theCallsOfADuplicateAreLackedOnceAMemberHasFailed() {
        assertEquals(Absence.NONE, constructions.absence(DUPLICATE, false));
        assertEquals(Absence.CALLS, constructions.absence(DUPLICATE, true));
    }
}
