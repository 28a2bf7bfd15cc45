package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

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

    @TestFactory
    Stream<DynamicTest> takesTheDeadlineOfTheClassForDynamicTests() {
        return Stream.of(DynamicTest.dynamicTest(
                "dynamic", () -> assertNotEquals("main", Thread.currentThread().getName())));
    }
}
