package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** The behaviours with four endpoints in several JVMs: neighbors near and the ends far, and all of them far. */
@Deadline(seconds = 300)
@Core
class BehavioursAcrossJvmsTest {
    @TestFactory
    Stream<DynamicContainer> holdAcrossJvms() {
        return Stream.of(2, 4).map(processes -> {
            int endpoints = Behaviour.RANKS / processes;
            MultiJvmRun run = MultiJvmRun.of(BehaviourProgram.class, processes, endpoints, 120);
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
            return DynamicContainer.dynamicContainer(processes + "x" + endpoints, Stream.concat(job, each));
        });
    }
}
