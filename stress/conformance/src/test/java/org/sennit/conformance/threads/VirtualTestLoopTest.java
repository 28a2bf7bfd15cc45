package org.sennit.conformance.threads;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.construct.JobProcess;
import org.sennit.message.Request;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

/** Endpoints on virtual threads that test in a loop, and never wait, do not keep the others from running. */
@Deadline(seconds = 60)
class VirtualTestLoopTest {

    /** Each rank tests until the message of the one before has come, then sends to the next. */
    static final class Program {
        private static final int ROUNDS = 20;

        private Program() {}

        public static void main(String[] args) {
            Options options = Options.defaults().with(JobProcess.VIRTUAL, true, "test");
            Job.run(4, options, endpoint -> run(endpoint.world()));
        }

        private static void run(Communicator world) {
            int next = (world.rank() + 1) % world.size();
            int before = (world.rank() + world.size() - 1) % world.size();
            int[] word = new int[1];
            for (int round = 0; round < ROUNDS; round++) {
                Request arrived = world.nonblocking().receive(word, before, 1);
                if (world.rank() == 0) {
                    world.send(word, next, 1);
                }
                while (!arrived.test()) {
                    Thread.onSpinWait();
                }
                if (world.rank() != 0) {
                    world.send(word, next, 1);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void letOthersRun(int carriers) {
        new ChildJvm(Program.class)
                .options("-Djdk.virtualThreadScheduler.parallelism=" + carriers)
                .deadline(Duration.ofSeconds(30))
                .run()
                .assertSilentSuccess();
    }
}
