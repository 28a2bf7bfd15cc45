package org.sennit.conformance.behaviours;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.conformance.OneJvmJob;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** Over every network the longest message that goes in one packet may have any value, and all behaviours hold. */
@Deadline(seconds = 120)
@Behaviours(143)
class TunablesBetweenProcessesTest {
    private static final int LONGEST_IMMEDIATE = 65536;

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"mapped, 0", "unix, 1", "tcp, 16777216"})
    void behavioursHoldWhateverTheEagerLimit(String network, int longest) {
        run(network, longest);
    }

    @Tag("stress")
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"mapped, 1", "mapped, 16777216", "unix, 0", "unix, 16777216", "tcp, 0", "tcp, 1"})
    void behavioursHoldWhateverTheEagerLimitOfAnyNetwork(String network, int longest) {
        run(network, longest);
    }

    /** With the limits between threads alike. */
    private static void run(String network, int longest) {
        String option = network.equals("mapped") ? "mapped.eager.max" : "net.eager.max";
        Map<String, String> settings = Map.of(
                "net.module",
                network,
                option,
                Integer.toString(longest),
                "immediate.max",
                Integer.toString(Math.min(longest, LONGEST_IMMEDIATE)),
                "synergistic.min",
                Integer.toString(longest));
        new OneJvmJob(2, Behaviour.RANKS / 2, settings).run(endpoint -> {
            for (Behaviour behaviour : Behaviour.all()) {
                if (TunablesTest.isAsked(behaviour, longest, 0)) {
                    behaviour.run(endpoint.world());
                }
            }
        });
    }
}
