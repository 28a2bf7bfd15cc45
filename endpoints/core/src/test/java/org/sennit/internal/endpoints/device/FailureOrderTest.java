package org.sennit.internal.endpoints.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalModule;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.device.peer.RemoteProcess;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.PollDirection;
import org.sennit.testkit.Deadline;

/** What a process knows of the failure of another one's endpoint, packet by packet. */
@Deadline(seconds = 20)
class FailureOrderTest {
    private static final EndpointAddress FAILING = new EndpointAddress(0, 0, 0);
    private static final int MESSAGES = 60;

    private final List<ProcessDevice> processes = new ArrayList<>();

    @AfterEach
    void close() {
        processes.forEach(ProcessDevice::close);
    }

    private ProcessDevice process() {
        Options options = Options.defaults().with(JobOptions.FAILURE, "continue", "test");
        ProcessDevice process = new ProcessDevice(
                RuntimeContext.system(),
                options,
                new JobHealth(),
                n -> WaitStrategy.choose(options, n, 2, 2, false),
                1);
        processes.add(process);
        return process;
    }

    private static SennitException failure() {
        return new SennitException(ErrorClass.PROC_FAILED, "as planned");
    }

    /** Every third message is announced, since it is too long to go at once. */
    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "3, false", "4, false", "5, false", "6, false"})
    void isNotKnownBeforeEveryMessageOfTheEndpointIsThere(long seed, boolean isOrdered) {
        LocalNetwork network = new LocalNetwork(seed, isOrdered, made -> null);
        ProcessDevice sending = process();
        ProcessDevice receiving = process();
        sending.useNetwork(network.addProcess(sending.upcalls()), 1);
        LocalModule module = network.addProcess(receiving.upcalls());
        receiving.useNetwork(module, 1);
        Device from = sending.addEndpoints(1).getFirst();
        Device to = receiving.addEndpoints(1).getFirst();
        RemoteProcess remote = sending.remoteProcess(1, new BusinessCard("local:1"));
        receiving.remoteProcess(0, new BusinessCard("local:0"));
        Peer peer = new Peer(new EndpointAddress(1, 0, to.self().id()), null, remote);

        for (int tag = 0; tag < MESSAGES; tag++) {
            int length = tag % 3 == 0 ? 100_000 : 8;
            MemorySegment memory = MemorySegment.ofArray(new byte[length]);
            OutgoingMessage message = new OutgoingMessage().to("world", peer, 1).from(memory, 0, null);
            message.set(0, 0, tag, length, 0);
            from.sendNonblocking(message);
        }
        assertEquals(List.of(1), sending.endpointFailed(0, from.self().id(), failure()));

        while (to.failedPeers().causeOf(FAILING) == null) {
            module.poll(PollDirection.IN_FIRST, 1);
        }
        to.self().queue().shutdown().endHopeless(); // looks at what has come, as it does after each failure
        Status status = new Status();
        for (int tag = 0; tag < MESSAGES; tag++) {
            assertTrue(to.self().queue().probe(0, 0, tag, status), "tag=" + tag);
        }
        assertEquals("as planned", to.failedPeers().causeOf(FAILING).getMessage());
    }

    @Test
    void isToldByNoConnectionOverWhichNothingWasSent() {
        LocalNetwork network = new LocalNetwork(1, true, made -> null);
        ProcessDevice sending = process();
        sending.useNetwork(network.addProcess(sending.upcalls()), 1);
        Device from = sending.addEndpoints(1).getFirst();
        sending.remoteProcess(1, new BusinessCard("local:1"));
        assertEquals(List.of(), sending.endpointFailed(0, from.self().id(), failure()));
        assertNotNull(from.failedPeers().causeOf(FAILING));
        assertNull(from.failedPeers().causeOf(1));
    }

    @Test
    void whoLooksAfterTheJobLearnsWhetherAWordHasGone() {
        LocalNetwork network = new LocalNetwork(1, true, made -> null);
        ProcessDevice sending = process();
        sending.useNetwork(network.addProcess(sending.upcalls()), 1);
        sending.addEndpoints(1);
        sending.remoteProcess(1, new BusinessCard("local:1"));
        assertFalse(sending.others().sendWatch(1, 1, 0, new byte[0]), "there is no such process yet");
        assertEquals(0, sending.others().sendWatchBehindAll(1, 1, 0, new byte[0]));
        network.addProcess(process().upcalls());
        assertTrue(sending.others().sendWatch(1, 1, 0, new byte[0]));
        assertEquals(1, sending.others().sendWatchBehindAll(1, 1, 0, new byte[0]));
    }

    @Test
    void whoLooksAfterTheJobMayWriteToAProcessThatHasDied() {
        LocalNetwork network = new LocalNetwork(1, true, made -> null);
        ProcessDevice sending = process();
        LocalModule module = network.addProcess(sending.upcalls());
        sending.useNetwork(module, 1);
        sending.addEndpoints(1);
        sending.remoteProcess(1, new BusinessCard("local:1"));
        module.close();
        assertFalse(sending.others().sendWatch(1, 1, 0, new byte[0]));
        assertEquals(0, sending.others().sendWatchBehindAll(1, 1, 0, new byte[0]));
    }
}
