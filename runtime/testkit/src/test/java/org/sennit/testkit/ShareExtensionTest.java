package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

@Deadline(seconds = 120)
class ShareExtensionTest {

    /** Of the classes that say when they run. */
    private static final List<String> ORDER = Collections.synchronizedList(new ArrayList<>());

    static final class NoCore {
        @Test
        void first() {
            ORDER.add("NoCore");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3})
        void withArguments(int argument) {}
    }

    @Core
    static final class AllButOne {
        @Test
        @NotCore
        void slow() {}

        @Test
        void core() {}
    }

    @Tag("rare")
    static final class TaggedCore {
        @Test
        @Core
        void core() {
            ORDER.add("TaggedCore");
        }
    }

    static final class OtherNoCore {
        @Test
        void only() {
            ORDER.add("OtherNoCore");
        }
    }

    static final class SomeCore {
        @Test
        void other() {
            ORDER.add("SomeCore");
        }

        @Test
        @Core
        void core() {}

        @TestFactory
        @Core
        Stream<DynamicTest> coreOfAFactory() {
            return Stream.of(1, 2).map(each -> DynamicTest.dynamicTest("" + each, () -> {}));
        }
    }

    static final class Tagged {
        @Test
        void plain() {}

        @Test
        @Tag("rare")
        void tagged() {}
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
    void leavesOutWhatIsNotCoreInACoreClass() {
        TestExecutionSummary summary = run(0.001, AllButOne.class);
        assertEquals(1, summary.getTestsSucceededCount());
        assertEquals(1, summary.getTestsSkippedCount());
    }

    @Test
    void leavesOutWhatAFactoryMakesAsWell() {
        TestExecutionSummary summary;
        double more = 0.25;
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
    void makesUpForWhatWasLeftOut(@TempDir Path folder) {
        Path list = folder.resolve("made").resolve("left-out");
        Map<String, String> first = Map.of(ShareExtension.SHARE, "0.001", ShareExtension.LEFT_OUT, "" + list);
        assertEquals(3, run(first, NoCore.class, SomeCore.class, Tagged.class).getTestsSucceededCount(), "the core");

        Map<String, String> second = Map.of(ShareExtension.LEFT_OUT, "" + list, ShareExtension.MAKE_UP, "none, such");
        TestExecutionSummary summary = run(second, NoCore.class, SomeCore.class, Tagged.class);
        assertEquals(7, summary.getTestsSucceededCount(), "four of NoCore, one of SomeCore, two of Tagged");
        assertEquals(0, summary.getTestsFailedCount());

        run(Map.of(ShareExtension.LEFT_OUT, "" + list), NoCore.class);
        assertFalse(Files.exists(list), "a run that leaves out nothing leaves no list");
        assertEquals(0, run(second, NoCore.class, SomeCore.class, Tagged.class).getTestsSucceededCount());
    }

    @Test
    void makesUpForTheRestOfAFactory(@TempDir Path folder) {
        Path list = folder.resolve("left-out");
        TestExecutionSummary first;
        double more = 0.25;
        do { // again where it was used up before the factory began
            shareSeconds = CaseLog.seconds() + more;
            first = run(
                    Map.of(ShareExtension.SHARE, "" + shareSeconds, ShareExtension.LEFT_OUT, "" + list),
                    SlowFactory.class);
            more *= 2;
        } while (first.getTestsStartedCount() == 0 && more < 200);
        shareSeconds = 0.001; // none of its cases waits now
        TestExecutionSummary second =
                run(Map.of(ShareExtension.LEFT_OUT, "" + list, ShareExtension.MAKE_UP, "none"), SlowFactory.class);
        assertEquals(first.getTestsAbortedCount(), second.getTestsSucceededCount());
        assertEquals(3, first.getTestsSucceededCount() + second.getTestsSucceededCount());
    }

    @Test
    void runsWhatIsTaggedAlone() {
        TestExecutionSummary summary =
                run(Map.of(ShareExtension.MAKE_UP, "rare,frequent"), NoCore.class, SomeCore.class, Tagged.class);
        assertEquals(1, summary.getTestsSucceededCount());
        assertEquals(0, summary.getTestsFailedCount());
    }

    @Test
    void makesUpForWhatWasLeftOutBeforeItRunsWhatIsTagged(@TempDir Path folder) {
        Path list = folder.resolve("left-out");
        run(Map.of(ShareExtension.SHARE, "0.001", ShareExtension.LEFT_OUT, "" + list), NoCore.class);
        ORDER.clear();
        Map<String, String> second = Map.of(ShareExtension.LEFT_OUT, "" + list, ShareExtension.MAKE_UP, "rare");
        assertEquals(5, run(second, TaggedCore.class, NoCore.class).getTestsSucceededCount());
        assertEquals(List.of("NoCore", "TaggedCore"), ORDER.stream().distinct().toList());
        ORDER.clear();
        run(Map.of(ShareExtension.LEFT_OUT, "" + list), NoCore.class, TaggedCore.class);
        assertEquals(List.of("TaggedCore", "NoCore"), ORDER.stream().distinct().toList());
    }

    /** Ten seeds: each order of two classes is as likely as the other. */
    @Test
    void drawsTheOrderOfWhatMakesUpWithTheSeed(@TempDir Path folder) {
        Path list = folder.resolve("left-out");
        run(Map.of(ShareExtension.SHARE, "0.001", ShareExtension.LEFT_OUT, "" + list), NoCore.class, OtherNoCore.class);
        Set<List<String>> orders = new HashSet<>();
        for (int seed = 0; seed < 10; seed++) {
            List<String> order = orderOf(list, seed);
            assertEquals(order, orderOf(list, seed), "the same seed");
            orders.add(order);
        }
        assertEquals(Set.of(List.of("NoCore", "OtherNoCore"), List.of("OtherNoCore", "NoCore")), orders);
    }

    private static List<String> orderOf(Path list, int seed) {
        ORDER.clear();
        run(
                Map.of(
                        ShareExtension.LEFT_OUT,
                        "" + list,
                        ShareExtension.MAKE_UP,
                        "none",
                        CoreFirst.SEED,
                        Integer.toString(seed)),
                NoCore.class,
                OtherNoCore.class);
        return List.copyOf(ORDER);
    }

    /** Whatever the order in which JUnit finds them. */
    @Test
    void runsWhatHasNotRunAtAllBeforeTheRestOfOthers(@TempDir Path folder) {
        Path list = folder.resolve("left-out");
        Class<?>[] both = {SomeCore.class, NoCore.class};
        run(Map.of(ShareExtension.SHARE, "0.001", ShareExtension.LEFT_OUT, "" + list), both);
        for (int seed = 0; seed < 10; seed++) {
            ORDER.clear();
            Map<String, String> second = Map.of(
                    ShareExtension.LEFT_OUT, "" + list, ShareExtension.MAKE_UP, "none", CoreFirst.SEED, "" + seed);
            run(second, both);
            assertEquals(List.of("NoCore", "SomeCore"), ORDER);
        }
    }

    @Test
    void namesTheClassesOfWhichNothingHasRun() {
        LeftOut names = new LeftOut();
        names.add("[engine:junit-jupiter]/[class:org.sennit.One]");
        names.add("[engine:junit-jupiter]/[class:org.sennit.Other]/[method:some()]");
        assertEquals(List.of("org.sennit.One"), names.classes());
    }

    @Test
    void ordersCoreFirst() {
        assertTrue(CoreFirst.hasCore(SomeCore.class));
        assertFalse(CoreFirst.hasCore(NoCore.class));
        assertFalse(CoreFirst.hasCore(WithHeir.class));
    }

    private static TestExecutionSummary run(double shareSeconds, Class<?>... classes) {
        return run(Map.of(ShareExtension.SHARE, "" + shareSeconds), classes);
    }

    private static TestExecutionSummary run(Map<String, String> parameters, Class<?>... classes) {
        Map<String, String> own = new HashMap<>(); // in place of the properties of the run that this test is in
        own.put(ShareExtension.SHARE, "0");
        own.put(ShareExtension.LEFT_OUT, "");
        own.put(ShareExtension.MAKE_UP, "");
        own.putAll(parameters);
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(List.of(classes).stream()
                                        .map(DiscoverySelectors::selectClass)
                                        .toList())
                                .configurationParameters(own)
                                .build(),
                        listener);
        return listener.getSummary();
    }
}
