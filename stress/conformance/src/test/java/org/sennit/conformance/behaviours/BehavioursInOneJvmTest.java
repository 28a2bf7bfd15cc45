package org.sennit.conformance.behaviours;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** The behaviours with four endpoints of this JVM, on platform threads and with more endpoints than cores. */
@Deadline(seconds = 60)
@Core
class BehavioursInOneJvmTest {

    @TestFactory
    Stream<DynamicTest> holdAmongThreads() {
        return Behaviour.all().stream()
                .map(behaviour -> DynamicTest.dynamicTest(
                        behaviour.name(),
                        () -> Job.run(
                                Behaviour.RANKS,
                                Options.fromEnvironment(),
                                endpoint -> behaviour.run(endpoint.world()))));
    }
}
