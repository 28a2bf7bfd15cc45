package org.sennit.internal.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

class JobGridTest {
    @Test
    void readsTheDimensions() {
        assertArrayEquals(new int[] {1}, JobGrid.parse("1"));
        assertArrayEquals(new int[] {4, 1, 3, 16}, JobGrid.parse("4x1x3x16"));
    }

    @Test
    void multipliesTheDimensions() {
        assertEquals(192, JobGrid.points(JobGrid.parse("4x1x3x16")));
        assertArrayEquals(new int[0], JobGrid.parse(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "2x", "2x-1", "0x2", "2*2", "2 x 2", "99999999999", "65536x65536"})
    void saysInOneLineWhatIsNoGrid(String text) {
        SennitException error = assertThrows(SennitException.class, () -> JobGrid.parse(text));
        assertEquals(ErrorClass.ARG, error.errorClass());
        assertTrue(error.getMessage().contains("grid " + text + ": numbers of at least 1"));
    }
}
