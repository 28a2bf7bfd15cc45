package org.sennit.conformance.behaviours;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.testkit.Deadline;

/** The behaviours of LAPI's tasks in one JVM. */
@Deadline(seconds = 60)
class LapiInOneJvmTest {
    @TestFactory
    Stream<DynamicTest> holdAmongThreads() {
        List<Behaviour> all = new ArrayList<>(LapiMessageBehaviours.all());
        all.addAll(LapiVectorBehaviours.all());
        all.addAll(LapiOneSidedBehaviours.all());
        return all.stream()
                .map(behaviour -> DynamicTest.dynamicTest(
                        behaviour.name(),
                        () -> Job.run(
                                Behaviour.RANKS,
                                Options.fromEnvironment(),
                                endpoint -> behaviour.run(endpoint.world()))));
    }
}
