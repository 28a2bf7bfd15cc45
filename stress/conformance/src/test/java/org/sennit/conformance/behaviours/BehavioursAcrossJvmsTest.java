package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;

/** The behaviours with four endpoints in several JVMs: neighbors near and the ends far, and all of them far. */
@Deadline(seconds = 300)
@Core
class BehavioursAcrossJvmsTest {
    @TestFactory
    Stream<DynamicTest> holdInJvmsOfTheirOwn() {
        return across(4);
    }

    @TestFactory
    @NotCore
    Stream<DynamicTest> holdAcrossTwoJvms() {
        return across(2);
    }

    private static Stream<DynamicTest> across(int processes) {
        MultiJvmRun run = MultiJvmRun.of(BehaviourProgram.class, processes, Behaviour.RANKS / processes, 120);
        List<String> passed = run.out()
                .lines()
                .filter(line -> line.startsWith(BehaviourProgram.PASSED))
                .map(line -> line.substring(BehaviourProgram.PASSED.length()))
                .toList();
        Stream<DynamicTest> each = Behaviour.all().stream()
                .map(behaviour -> DynamicTest.dynamicTest(
                        behaviour.name(),
                        () -> assertTrue(passed.contains(behaviour.name()), "not reached; see the job's report")));
        Stream<DynamicTest> job = Stream.of(
                DynamicTest.dynamicTest("the job ends well", () -> assertEquals(0, run.exitStatus(), run.err())));
        return Stream.concat(job, each);
    }
}
