package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

@Deadline(seconds = 120)
class ShareExtensionTest {

    static final class NoCore {
        @Test
        void first() {}

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3})
        void withArguments(int argument) {}
    }

    static final class SomeCore {
        @Test
        void other() {}

        @Test
        @Core
        void core() {}

        @TestFactory
        @Core
        Stream<DynamicTest> coreOfAFactory() {
            return Stream.of(1, 2).map(each -> DynamicTest.dynamicTest("" + each, () -> {}));
        }
    }

    /** A member class that inherits itself. */
    static class WithHeir {
        static final class Heir extends WithHeir {}
    }

    /** Its share ends while its cases run. */
    static final class SlowFactory {
        @TestFactory
        Stream<DynamicTest> cases() {
            return Stream.of(1, 2, 3).map(each -> DynamicTest.dynamicTest("" + each, SlowFactory::passTime));
        }

        private static void passTime() {
            CaseLog share = new CaseLog(shareSeconds);
            while (!share.isShareUsedUp()) {
                Thread.onSpinWait();
            }
        }
    }

    /** From the start of this JVM: used up when the first case of the slow factory has run. */
    private static volatile double shareSeconds;

    @Test
    void runsAllWithinTheShare() {
        TestExecutionSummary summary = run(3600, NoCore.class, SomeCore.class);
        assertEquals(8, summary.getTestsSucceededCount());
        assertEquals(0, summary.getTestsSkippedCount() + summary.getContainersSkippedCount());
    }

    @Test
    void runsTheCoreAloneWhenTheShareIsUsedUp() {
        TestExecutionSummary summary = run(0.001, NoCore.class, SomeCore.class);
        assertEquals(3, summary.getTestsSucceededCount());
        assertEquals(0, summary.getTestsFailedCount());
        assertEquals(2, summary.getContainersSkippedCount(), "the class without core tests and its test template");
    }

    @Test
    void leavesOutWhatAFactoryMakesAsWell() {
        TestExecutionSummary summary;
        long more = 2;
        do { // again where it was used up before the factory began
            shareSeconds = CaseLog.seconds() + more;
            summary = run(shareSeconds, SlowFactory.class);
            more *= 2;
        } while (summary.getTestsStartedCount() == 0 && more < 200);
        long aborted = summary.getTestsAbortedCount();
        assertTrue(aborted >= 2, "" + aborted);
        assertEquals(0, summary.getTestsFailedCount());
    }

    @Test
    void ordersCoreFirst() {
        assertTrue(CoreFirst.hasCore(SomeCore.class));
        assertFalse(CoreFirst.hasCore(NoCore.class));
        assertFalse(CoreFirst.hasCore(WithHeir.class));
    }

    private static TestExecutionSummary run(double shareSeconds, Class<?>... classes) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(List.of(classes).stream()
                                        .map(DiscoverySelectors::selectClass)
                                        .toList())
                                .configurationParameters(Map.of(ShareExtension.SHARE, "" + shareSeconds))
                                .build(),
                        listener);
        return listener.getSummary();
    }
}
