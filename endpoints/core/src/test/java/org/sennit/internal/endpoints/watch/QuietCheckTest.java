package org.sennit.internal.endpoints.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.internal.endpoints.watch.SimulatedProcess.LEAST_NS;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.watch.SimulatedProcess.SimulatedEndpoint;

class QuietCheckTest {
    private final SimulatedProcess process = new SimulatedProcess(0);
    private final QuietCheck check = new QuietCheck(process, process.waits, 2, LEAST_NS);
    private SimulatedEndpoint first;
    private SimulatedEndpoint second;

    @BeforeEach
    void addEndpoints() {
        first = process.addWaiting();
        second = process.addWaiting();
    }

    private boolean look() {
        return check.advance(process.programs(), LEAST_NS);
    }

    /** Looks, and has all questions answered, as often as a quiet process needs. */
    private boolean isFoundQuiet() {
        boolean isQuiet = false;
        for (int i = 0; i < 4; i++) {
            isQuiet = look();
            process.answer();
        }
        return isQuiet;
    }

    @Test
    void findsQuietWhenBothQuestionsHaveBeenAnsweredWithoutWorkBetween() {
        assertFalse(look());
        process.answer();
        assertFalse(look());
        process.answer();
        assertTrue(look());
        assertEquals(2, check.size());
    }

    @Test
    void wakesTheWaitingThreadsForEachQuestion() {
        look();
        assertEquals(List.of(first.wait, second.wait), process.woken);
        process.answer();
        look();
        assertEquals(List.of(first.wait, second.wait, first.wait, second.wait), process.woken);
    }

    @Test
    void waitsForEachAnswerToTheFirstQuestion() {
        look();
        first.answer(process.waits.ask());
        assertFalse(look());
        assertEquals(2, process.woken.size(), "no second question yet");
    }

    @Test
    void waitsForEachAnswerToTheSecondQuestion() {
        look();
        process.answer();
        look();
        second.answer(process.waits.ask());
        assertFalse(look());
        process.answer();
        assertTrue(look());
    }

    @Test
    void beginsAgainWhenAnEndpointHasWorkedBetweenItsAnswers() {
        look();
        process.answer();
        look();
        second.work++;
        process.answer();
        assertFalse(look());
        assertFalse(look());
        assertTrue(isFoundQuiet());
    }

    @Test
    void beginsAgainWhenTheWatchHasWorkedForAnEndedEndpoint() {
        second.end();
        look();
        process.answer();
        look();
        second.carriedOn++;
        process.answer();
        assertFalse(look());
        assertTrue(isFoundQuiet());
        assertEquals(1, check.size());
    }

    @Test
    void beginsAgainWhenAnEndpointIsInAnotherWait() {
        look();
        process.answer();
        look();
        first.await(0, false, true);
        process.answer();
        assertFalse(look());
        assertTrue(isFoundQuiet());
        first.await(0, false, true);
        assertFalse(look());
    }

    @Test
    void isNotQuietWhileAMessageArrives() {
        process.isReceiving = true;
        assertFalse(isFoundQuiet());
        process.isReceiving = false;
        assertTrue(isFoundQuiet());
        process.isReceiving = true;
        assertFalse(look());
    }

    @Test
    void isNotQuietWhenAnEndpointComputes() {
        second.wait = null;
        assertFalse(isFoundQuiet());
    }

    @Test
    void isNotQuietDuringAWaitWithATimeout() {
        second.await(0, true, true);
        assertFalse(isFoundQuiet());
    }

    @Test
    void isNotQuietWhenSomethingElseThanAnEndpointMayEndTheWait() {
        second.await(0, false, false);
        assertFalse(isFoundQuiet());
    }

    @Test
    void isNotQuietBeforeEachWaitHasLasted() {
        second.await(1, false, true);
        assertFalse(isFoundQuiet());
        assertFalse(check.advance(process.programs(), LEAST_NS + 1));
        process.answer();
        assertFalse(check.advance(process.programs(), LEAST_NS + 1));
        process.answer();
        assertTrue(check.advance(process.programs(), LEAST_NS + 1));
    }

    @Test
    void isNotQuietWhenAnotherThreadThanTheProgramsWaits() {
        second.awaitOn(first.thread, 0, false, true);
        assertFalse(isFoundQuiet());
    }

    @Test
    void isNotQuietWhenAnotherThreadMayActForAnEndpoint() {
        second.isLeftToOthers = true;
        assertFalse(isFoundQuiet());
    }

    @Test
    void isNotQuietWhileAnEndedProgramsEndpointIsStillOpen() {
        second.end();
        second.isClosed = false;
        assertFalse(isFoundQuiet());
    }

    @Test
    void countsAnEndpointOutsideTheWorldWhateverThreadWaitsForIt() {
        SimulatedEndpoint third = process.addWaiting();
        third.awaitOn(first.thread, 0, false, true);
        assertTrue(isFoundQuiet());
        assertEquals(3, check.size());
        third.wait = null;
        assertFalse(look());
    }

    /** It is open as long as it has posted receives. */
    @Test
    void doesNotWaitForAnEndpointOutsideTheWorldWhoseCommunicatorsAreClosed() {
        SimulatedEndpoint third = process.addWaiting();
        third.wait = null;
        assertFalse(isFoundQuiet());
        third.isWithoutCommunicators = true;
        third.isLeftToOthers = true; // a partition that a thread has not released yet
        assertFalse(isFoundQuiet());
        third.isLeftToOthers = false;
        assertTrue(isFoundQuiet());
        assertEquals(2, check.size());
    }

    @Test
    void countsAWaitAtAnEndpointWhoseCommunicatorsAreClosed() {
        SimulatedEndpoint third = process.addWaiting();
        third.awaitOn(first.thread, 0, true, true);
        third.isWithoutCommunicators = true;
        assertFalse(isFoundQuiet(), "it ends by itself");
    }

    @Test
    void isQuietWithoutAWaitWhenAllProgramsHaveEnded() {
        first.end();
        second.end();
        look();
        look();
        assertTrue(check.advance(null, LEAST_NS));
        assertEquals(0, check.size());
    }

    @Test
    void answersOneMoreQuestionWhenItIsAskedAgain() {
        assertTrue(isFoundQuiet());
        check.askAgain();
        assertFalse(look());
        process.answer();
        assertTrue(look());
        check.askAgain();
        second.work++;
        process.answer();
        assertFalse(look());
    }
}
