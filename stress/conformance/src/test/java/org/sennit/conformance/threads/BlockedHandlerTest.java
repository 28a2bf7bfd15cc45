package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.config.Options;
import org.sennit.conformance.OneJvmJob;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** Checked mode reports a header handler that blocks, while it does, by what it is and where. */
@Deadline(seconds = 120)
@Behaviours(126)
class BlockedHandlerTest {
    /** The handler goes on when it has been reported. */
    private static void blocks(Endpoint endpoint) {
        Communicator world = endpoint.world();
        ActiveMessages active = world.activeMessages();
        CountDownLatch isReported = new CountDownLatch(1);
        AtomicReference<SennitException> report = new AtomicReference<>();
        byte[] room = new byte[8];
        active.onError((source, handler, error) -> {
            report.set(error);
            isReported.countDown();
        });
        int handler = active.register(message -> {
            await(isReported);
            return ActiveVector.of(room);
        });
        ActiveCounter arrived = active.newCounter();
        ActiveCounter completed = active.newCounter();
        world.barrier();
        int last = world.size() - 1;
        if (world.rank() == 0) {
            active.send(last, handler, null, ActiveVector.of(new byte[] {1, 2, 3}), arrived.number(), null, completed);
            completed.await(1);
        }
        if (world.rank() == last) {
            arrived.await(1);
            assertEquals(ErrorClass.UNSUPPORTED, report.get().errorClass());
            String text = report.get().getMessage();
            for (String part : new String[] {
                "blocks, and all messages",
                "source=0",
                "handler=" + handler,
                "state=WAITING",
                "BlockedHandlerTest.java:"
            }) {
                assertTrue(text.contains(part), () -> part + " is not in: " + text);
            }
            assertEquals(3, room[2]); // and the message has been delivered
        }
        world.barrier();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @TestFactory
    Stream<DynamicTest> isReported() {
        EndpointProgram program = BlockedHandlerTest::blocks;
        Options checked = Options.fromEnvironment().with(SingleThreadCheck.CHECKED, true, "test");
        return Stream.concat(
                Stream.of(DynamicTest.dynamicTest("in one JVM", () -> Job.run(2, checked, program))),
                Stream.of(
                                Map.of("net.module", "mapped"),
                                Map.of("net.module", "tcp"),
                                Map.of("net.module", "tcp", "net.faulty", "126:fragment,delay,reorder"))
                        .map(network -> DynamicTest.dynamicTest(network.toString(), () -> {
                            Map<String, String> settings = new HashMap<>(network);
                            settings.put("checked", "true");
                            new OneJvmJob(2, 1, settings).run(program);
                        })));
    }
}
