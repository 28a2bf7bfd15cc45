package org.sennit.internal.runtime.bootstrap.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;

/** A server keeps nothing of jobs that all processes have left, and everything of the others. */
@Deadline(seconds = 60)
class ManyJobsTest {
    private static final String NAME = "";

    private final List<String> answers = new ArrayList<>();
    private KeyValueServer server;

    @BeforeEach
    void open() throws Exception {
        server = new KeyValueServer(
                new int[] {1, 1}, new byte[32], KeyValueServerTest.NO_EVENTS, RuntimeContext.system());
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void fence(int session, int process, String step) {
        server.fence(session, process, step, false, failure -> answers.add(process + " " + failure));
    }

    @Test
    void nothingStaysOfJobsThatAreOver() {
        for (int job = 0; job < 1000; job++) {
            for (int process = 0; process < 2; process++) {
                int session = server.enter(process, NAME);
                assertEquals(job, session);
                server.put(session, "address " + process, "anywhere");
                fence(session, process, "addresses");
            }
            for (int process = 0; process < 2; process++) {
                assertEquals(List.of("anywhere"), server.get(job, List.of("address 0")));
                fence(job, process, KeyValueSpace.LAST_STEP);
                server.leave(process, job);
            }
        }
        assertEquals(0, server.size());
        assertEquals(4000, answers.size());
        assertFalse(answers.stream().anyMatch(answer -> !answer.endsWith(" null")), answers::toString);
    }

    @Test
    void aProcessThatComesWhenItHasBeenGivenUpIsToldAtItsFirstFence() {
        int session = server.enter(0, NAME);
        server.put(session, "address 0", "anywhere");
        fence(session, 0, "addresses");
        server.giveUp(1, "has not come");
        server.leave(0, session);
        assertEquals(0, server.size());
        assertEquals(session, server.enter(1, NAME));
        server.put(session, "address 1", "anywhere");
        fence(session, 1, "addresses");
        assertEquals(
                List.of("0 process 1 (rank 1) has not come", "1 process 0 (rank 0) has left the job before this step"),
                answers);
        server.leave(1, session);
        assertEquals(0, server.size());
    }

    @Test
    void aProcessThatIsInsideKeepsWhatWasPut() {
        int session = server.enter(0, NAME);
        server.enter(1, NAME);
        server.put(session, "address 0", "anywhere");
        server.leave(0, session);
        server.giveUp(1, "is late");
        assertEquals(List.of("anywhere"), server.get(session, List.of("address 0")));
        server.lost(1, session);
        assertEquals(0, server.size());
    }
}
