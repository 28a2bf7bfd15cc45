package org.sennit.conformance.behaviours;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.conformance.OneJvmJob;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** What shows after many rounds of LAPI's calls, or among many tasks. */
@Deadline(seconds = 300)
class LapiManyRoundsTest {
    private static final Behaviour PING_PONG =
            LapiTasks.behaviour("tenThousandHandlers", task -> LapiMessageBehaviours.pingPong(task, 10_000));

    private static final Behaviour CONTENTION = LapiTasks.behaviour(
            "readModifyWriteOfManyTasks", task -> LapiOneSidedBehaviours.contention(task, 100_000, 1_000));

    private static final Behaviour BETWEEN_PROCESSES = LapiTasks.behaviour(
            "readModifyWriteBetweenProcesses", task -> LapiOneSidedBehaviours.contention(task, 5_000, 200));

    @Test
    @Core
    void tenThousandCompletionHandlersSendOn() {
        Job.run(Behaviour.RANKS, Options.fromEnvironment(), endpoint -> PING_PONG.run(endpoint.world()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void tenThousandCompletionHandlersSendOnOverANetwork(String network) {
        new OneJvmJob(2, 2, Map.of("net.module", network)).run(endpoint -> PING_PONG.run(endpoint.world()));
    }

    @Test
    @Core
    void readModifyWriteOfEightTasksIsAtomic() {
        Job.run(8, Options.fromEnvironment(), endpoint -> CONTENTION.run(endpoint.world()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void readModifyWriteBetweenProcessesIsAtomic(String network) {
        new OneJvmJob(2, 2, Map.of("net.module", network)).run(endpoint -> BETWEEN_PROCESSES.run(endpoint.world()));
    }
}
