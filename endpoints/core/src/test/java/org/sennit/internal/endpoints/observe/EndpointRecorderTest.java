package org.sennit.internal.endpoints.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.trace.TraceOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** What a recorder remembers is bounded by the operations under way and by the events that its trace keeps. */
@Deadline(seconds = 30)
class EndpointRecorderTest {
    private static final int EVENTS = 40;
    private static final int MESSAGES = 1000;

    private static EndpointRecorder recorder(Communicator world) {
        return (EndpointRecorder)
                ((CommunicatorHandle) world).context().device().observer();
    }

    @Test
    void tagsAreForgottenWhenTheTraceIsFull(@TempDir Path folder) {
        Options options = Options.defaults()
                .with(TraceOptions.TRACE, folder.resolve("trace").toString(), "test")
                .with(TraceOptions.TRACE_EVENTS, EVENTS, "test");
        Job.run(1, options, endpoint -> {
            Communicator world = endpoint.world();
            for (int tag = 0; tag < MESSAGES; tag++) {
                world.send(new int[1], 0, tag);
                world.receive(new int[1], 0, tag);
            }
            int remembered = recorder(world).remembered();
            assertTrue(remembered > 0 && remembered <= EVENTS, "remembered=" + remembered);
        });
    }

    @Test
    void receivesThatFailAreForgotten() {
        Options options = Options.defaults()
                .with(TraceOptions.PROFILE, true, "test")
                .with(JobOptions.FAILURE, "continue", "test");
        AtomicInteger remembered = new AtomicInteger(-1);
        assertThrows(
                SennitException.class,
                () -> Job.run(2, options, endpoint -> {
                    Communicator world = endpoint.world();
                    List<Request> receives = new ArrayList<>();
                    if (world.rank() == 1) {
                        world.receive(new int[1], 0, 0);
                        throw new IllegalStateException("as planned");
                    }
                    for (int tag = 0; tag < MESSAGES; tag++) {
                        receives.add(world.nonblocking().receive(new int[1], 1, tag));
                    }
                    assertTrue(recorder(world).remembered() >= MESSAGES);
                    world.send(new int[1], 1, 0);
                    for (Request each : receives) {
                        SennitException failed = assertThrows(SennitException.class, each::await);
                        assertEquals(ErrorClass.PROC_FAILED, failed.errorClass());
                    }
                    assertThrows(SennitException.class, () -> world.receive(new int[1], 1, 0)); // fails at once
                    remembered.set(recorder(world).remembered());
                }));
        assertEquals(0, remembered.get());
    }
}
