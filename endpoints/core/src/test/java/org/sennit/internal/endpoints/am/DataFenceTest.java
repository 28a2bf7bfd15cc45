package org.sennit.internal.endpoints.am;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.active.ActiveVector;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalModule;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.am.endpoint.SentEvents;
import org.sennit.internal.endpoints.am.operation.OpenOperations;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.progress.Condition;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** A fence, and the end of an endpoint, wait for the messages that are under way to another process. */
@Core
@Deadline(seconds = 60)
class DataFenceTest {
    private static final int CONTEXT = 3;
    private static final int SEVERAL = 40; // more than the table has places at first

    private final List<ProcessDevice> devices = new ArrayList<>();
    private final LocalNetwork network = new LocalNetwork(1, true, made -> null);
    private final ProcessDevice here = newDevice();
    private final ProcessDevice there = newDevice();
    private final LocalModule moduleHere = network.addProcess(here.upcalls());
    private final LocalModule moduleThere = network.addProcess(there.upcalls());
    private final ActiveProcess process = new ActiveProcess(here);
    private final ActiveProcess other = new ActiveProcess(there);
    private final LocalEndpoint endpoint;
    private final ActiveScope scope;
    private final Peer peer;
    private int handler;

    DataFenceTest() {
        here.useNetwork(moduleHere, 1);
        there.useNetwork(moduleThere, 1);
        endpoint = here.addEndpoints(1).getFirst().self();
        LocalEndpoint target = there.addEndpoints(1).getFirst().self();
        peer = new Peer(
                new EndpointAddress(1, 0, target.id()), null, here.remoteProcess(1, new BusinessCard("local:1")));
        there.remoteProcess(0, new BusinessCard("local:0"));
        scope = process.endpoint(endpoint).scope(CONTEXT);
        for (int context = CONTEXT; context <= CONTEXT + 1; context++) {
            handler = other.endpoint(target).scope(context).register(message -> null, 0);
        }
    }

    private ProcessDevice newDevice() {
        Options options = Options.defaults();
        ProcessDevice device = new ProcessDevice(
                RuntimeContext.system(),
                options,
                new JobHealth(),
                n -> WaitStrategy.choose(options, n, 2, 2, false),
                1);
        devices.add(device);
        return device;
    }

    @AfterEach
    void close() {
        devices.forEach(ProcessDevice::close);
    }

    private void send(ActiveScope from) {
        from.send(0, peer, handler, MemorySegment.NULL, ActiveVector.of(new byte[8]), -1, SentEvents.NONE);
    }

    /** Hands up what is under way, and what answers it. */
    private void deliver() {
        while (moduleThere.poll(PollDirection.IN_FIRST, 100) + moduleHere.poll(PollDirection.IN_FIRST, 100) > 0) {
            continue;
        }
    }

    @Test
    void isMetWhenTheDataOfAllIsThere() {
        for (int i = 0; i < SEVERAL; i++) {
            send(scope);
        }
        Condition fence = scope.dataIsThereOfAll();
        assertFalse(fence.isMet());
        assertEquals("operation=activeMessages().fence messages=" + SEVERAL + " " + scope, fence.toString());
        moduleThere.poll(PollDirection.IN_FIRST, 1);
        moduleHere.poll(PollDirection.IN_FIRST, 1);
        assertFalse(fence.isMet());
        deliver();
        assertTrue(fence.isMet());
    }

    @Test
    void doesNotWaitForALaterMessageInThePlaceOfOneThatIsOver() {
        send(scope);
        Condition fence = scope.dataIsThereOfAll();
        assertFalse(fence.isMet());
        deliver();
        send(scope);
        assertTrue(fence.isMet());
        assertFalse(scope.dataIsThereOfAll().isMet());
    }

    @Test
    void doesNotWaitForLaterMessagesWithinTheProcess() {
        OpenOperations within = new OpenOperations();
        long before = within.begin();
        Condition fence = process.messages().dataIsThereOfAll(scope, within);
        assertFalse(fence.isMet());
        assertEquals("operation=activeMessages().fence messages=1 " + scope, fence.toString());
        long later = within.begin();
        within.end(before, 0);
        assertTrue(fence.isMet());
        within.end(later, 0);
        assertTrue(fence.isMet());
        assertTrue(process.messages().dataIsThereOfAll(scope, within).isMet());
    }

    @Test
    void doesNotWaitForMessagesOfAnotherCommunicator() {
        send(process.endpoint(endpoint).scope(CONTEXT + 1));
        assertTrue(scope.dataIsThereOfAll().isMet());
    }

    @Test
    void anEndpointHasNotFinishedBeforeItsMessagesAreComplete() {
        assertTrue(endpoint.isFinished());
        send(scope);
        assertFalse(endpoint.isFinished());
        deliver();
        assertTrue(endpoint.isFinished());
    }
}
