package org.sennit.internal.endpoints.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HintsTest {
    @Test
    void whatIsNotKnownIsIgnoredAndToldSo() {
        Hints hints = new Hints(
                Map.of(Hints.NO_ANY_SOURCE, "true", Hints.NO_ANY_TAG, "perhaps", "mpi_assert_exact_length", "true"));
        assertTrue(hints.isSourceNamed());
        assertFalse(hints.isTagNamed());
        assertEquals(Map.of(Hints.NO_ANY_SOURCE, "true"), hints.honored());
        assertEquals(Map.of(Hints.NO_ANY_TAG, "perhaps", "mpi_assert_exact_length", "true"), hints.ignored());
    }

    @Test
    void falseIsHonoredAndPromisesNothing() {
        Hints hints = new Hints(Map.of(Hints.NO_ANY_TAG, "false"));
        assertFalse(hints.isTagNamed());
        assertEquals(Map.of(), hints.ignored());
    }
}
