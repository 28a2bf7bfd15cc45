package org.sennit.internal.endpoints.construct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;

/** An endpoint that a failed program has made gets a message from one that had not learned of the failure. */
@Deadline(seconds = 30)
class FailedMakerTest {
    private static final Options CONTINUE = Options.fromEnvironment().with(JobOptions.FAILURE, "continue", "test");

    private static List<CommContext> make(CommContext world) {
        return EndpointCreation.create(world, Collectives.of(world), 1, "made");
    }

    @Test
    void aLateMessageIsRefused() {
        JobServices services = new JobServices(
                RuntimeContext.system(),
                (options, context) -> new GivenBootstrap(1),
                options -> new GivenModuleFactory("none", setup -> null));
        try (JobProcess process = new JobProcess(services, CONTINUE, 1)) {
            CommContext survivor = process.worlds().get(0);
            CommContext maker = process.worlds().get(1);
            CompletableFuture<List<CommContext>> other = CompletableFuture.supplyAsync(() -> make(maker));
            CommContext made = make(survivor).getFirst();
            int rankOfFailed = other.join().getFirst().rank();

            process.endpointFailed(maker, new IllegalStateException("made by the test"));
            Device device = made.device();
            OutgoingMessage late = new OutgoingMessage();
            late.set(made.userContextId(), made.rank(), 1, 1 << 20, 0);
            late.to(made, made.peers().peer(rankOfFailed), rankOfFailed)
                    .from(MemorySegment.ofArray(new byte[1 << 20]), 0, null);
            Request send = device.startSend(device.newSend(), false, late);

            assertFalse(send.isComplete());
            process.lookAfter();
            assertTrue(send.isComplete());
            assertEquals(
                    ErrorClass.PROC_FAILED,
                    assertThrows(SennitException.class, send::await).errorClass());
        }
    }
}
