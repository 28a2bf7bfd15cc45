package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.conformance.OneJvmJob;
import org.sennit.qmp.Qmp;
import org.sennit.testkit.Deadline;

/** What shows in a million rounds, or among many senders: two endpoints alone, and senders of two processes. */
@Deadline(seconds = 300)
class ManyRoundsTest {
    private static final int MANY = 1_000_000;

    @Test
    void aMillionTimesTheReceivePostedFirstGetsTheEarlierMessage() {
        Job.run(2, Options.fromEnvironment(), endpoint -> OrderBehaviours.drainAndMatch(endpoint.world(), MANY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void theReceivePostedFirstGetsTheEarlierMessageOverANetwork(String network) {
        overANetwork(network, 50_000);
    }

    @Tag("stress")
    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp", "unix"})
    void aMillionTimesTheReceivePostedFirstGetsTheEarlierMessageOverANetwork(String network) {
        overANetwork(network, MANY);
    }

    private static void overANetwork(String network, int rounds) {
        new OneJvmJob(2, 1, Map.of("net.module", network))
                .run(endpoint -> OrderBehaviours.drainAndMatch(endpoint.world(), rounds));
    }

    @Test
    void tenThousandTimesTwoNodesStartTheirHandles() {
        Job.run(2, Options.fromEnvironment(), ManyRoundsTest::startHandles);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void tenThousandTimesTwoNodesStartTheirHandlesOverANetwork(String network) {
        new OneJvmJob(2, 1, Map.of("net.module", network)).run(ManyRoundsTest::startHandles);
    }

    private static void startHandles(Endpoint endpoint) {
        Qmp qmp = Qmp.of(endpoint.world());
        int other = 1 - qmp.getNodeNumber();
        QmpChannelBehaviours.repeat(qmp, other, other, 10_000);
        qmp.finalizeMsgPassing();
    }

    /** Rank 0 receives from three endpoints of its process and three of another one. */
    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void wildcardsTakeAStormOfLocalAndRemoteSenders(String network) {
        new OneJvmJob(2, 4, Map.of("net.module", network)).run(endpoint -> stormOfSix(endpoint));
    }

    private static void stormOfSix(Endpoint endpoint) {
        Communicator world = endpoint.world();
        boolean isIdle = world.rank() == world.size() - 1;
        try (Communicator seven = world.split(isIdle ? Communicator.UNDEFINED : 0, world.rank())) {
            if (isIdle) {
                return;
            }
            int local = 0;
            for (int rank = 1; rank < seven.size(); rank++) {
                local += seven.processOf(rank) == seven.processOf(0) ? 1 : 0;
            }
            assertEquals(3, local, "senders near the receiver");
            assertEquals(3, seven.size() - 1 - local, "senders in another process");
            OrderBehaviours.wildcardsSurviveAStorm(seven);
            seven.barrier();
            ProgressBehaviours.noBacklogStarves(seven);
            seven.barrier();
        }
    }
}
