package org.sennit.internal.shm.team;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.Test;

/**
 * All members read the fields of their team in each meeting, and all fields lie on one pair of cache lines: none is
 * written after the construction. What is written has a line of its own in the team's memory.
 */
class TeamLayoutTest {
    @Test
    void noFieldIsWrittenInMeetings() {
        for (Field field : Team.class.getDeclaredFields()) {
            assertTrue(Modifier.isFinal(field.getModifiers()), field.getName());
        }
    }
}
