package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Deadline(seconds = 30)
class DeadlineExtensionTest {
    private static String threadOfClass;
    private String threadBefore;

    @BeforeAll
    static void beforeAll() {
        threadOfClass = Thread.currentThread().getName();
    }

    @BeforeEach
    void before() {
        threadBefore = Thread.currentThread().getName();
    }

    @Test
    void coversLifeCycleMethods() {
        assertEquals("test beforeAll()", threadOfClass);
        assertEquals("test before()", threadBefore);
    }

    @TestFactory
    Stream<DynamicTest> coversAFactoryAndWhatDrawsItsTests() {
        String factory = Thread.currentThread().getName();
        return Stream.of(1).map(each -> {
            String drawing = Thread.currentThread().getName();
            return DynamicTest.dynamicTest("dynamic", () -> {
                assertEquals("test coversAFactoryAndWhatDrawsItsTests()", factory);
                assertEquals(factory, drawing);
            });
        });
    }

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

    @ParameterizedTest
    @ValueSource(strings = "argument")
    void namesTheMethodAndItsArguments(String given) {
        String name = Thread.currentThread().getName();
        assertTrue(name.contains("namesTheMethodAndItsArguments()") && name.contains(given), name);
    }
}
