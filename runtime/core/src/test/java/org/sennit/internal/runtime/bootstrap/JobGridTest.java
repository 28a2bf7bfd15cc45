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
    @ParameterizedTest
    @ValueSource(strings = {"1", "2x2", "4x1x3x16"})
    void readsWhatItWrites(String text) {
        assertEquals(text, JobGrid.toString(JobGrid.parse(text)));
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
