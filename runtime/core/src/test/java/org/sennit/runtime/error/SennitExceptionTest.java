package org.sennit.runtime.error;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SennitExceptionTest {
    @Test
    void aStackTraceBeginsWithTheErrorClassBeforeTheMessage() {
        assertEquals(
                "org.sennit.runtime.error.SennitException: TAG: tag outside: tag=-4",
                new SennitException(ErrorClass.TAG, "tag outside: tag=-4").toString());
    }
}
