package org.sennit.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SennitExceptionTest {
    @Test
    void aStackTraceBeginsWithTheErrorClassBeforeTheMessage() {
        assertEquals(
                "org.sennit.message.SennitException: TAG: tag outside: tag=-4",
                new SennitException(ErrorClass.TAG, "tag outside: tag=-4").toString());
    }
}
