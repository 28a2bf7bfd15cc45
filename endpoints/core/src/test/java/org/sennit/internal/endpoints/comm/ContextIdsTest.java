package org.sennit.internal.endpoints.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

class ContextIdsTest {
    @Test
    void noTwoProcessesGiveOutTheSameIds() {
        Set<Integer> seen = new HashSet<>();
        for (int process = 0; process < 3; process++) {
            ContextIds ids = new ContextIds(process, 3);
            for (int i = 0; i < 100; i++) {
                int first = take(ids, i % 2 + 1);
                for (int id = first; id < first + (i % 2 + 1) * ContextIds.EACH; id++) {
                    assertTrue(id < 0, "id=" + id);
                    assertTrue(seen.add(id), "twice: id=" + id);
                }
            }
        }
    }

    @Test
    void aProcessThatHasGivenOutItsShareSaysSo() {
        int processes = (1 << 27) - 1; // a share is two communicators
        ContextIds ids = new ContextIds(processes - 1, processes);
        int first = take(ids, 1);
        assertEquals(first + ContextIds.EACH, take(ids, 1));
        SennitException error = assertThrows(SennitException.class, () -> take(ids, 1));
        assertEquals(ErrorClass.OTHER, error.errorClass());
        assertEquals(ContextIds.NONE, ids.propose(true, 1));
    }

    @Test
    void whoDoesNotChooseProposesLessThanAnyId() {
        ContextIds ids = new ContextIds(0, 1);
        assertEquals(ContextIds.NONE, ids.propose(false, 1));
        assertTrue(ids.propose(true, 1) > ContextIds.NONE);
    }

    private static int take(ContextIds ids, int communicators) {
        return ids.checked(ids.propose(true, communicators));
    }
}
