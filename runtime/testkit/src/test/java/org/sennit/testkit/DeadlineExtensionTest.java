package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

@Deadline(seconds = 30)
class DeadlineExtensionTest {

    @Test
    void runsTheTestOnAThreadOfItsOwn() {
        assertEquals(
                "test runsTheTestOnAThreadOfItsOwn()", Thread.currentThread().getName());
    }

    @Test
    @Deadline(seconds = 31)
    void takesTheDeadlineOfTheMethod() {
        assertNotEquals("main", Thread.currentThread().getName());
    }
}
