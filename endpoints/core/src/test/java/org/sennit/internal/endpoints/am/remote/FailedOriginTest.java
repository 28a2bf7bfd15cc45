package org.sennit.internal.endpoints.am.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.active.ActiveVector;
import org.sennit.active.VectorKind;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.am.ActiveProcess;
import org.sennit.internal.endpoints.am.ActiveScope;
import org.sennit.internal.endpoints.am.endpoint.EndpointCounter;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.failure.SenderLostException;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.rendezvous.Peerless;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * A long message whose origin fails, at each moment of its arrival: its error is reported once, and its counter fails
 * once.
 */
@Core
@Deadline(seconds = 60)
class FailedOriginTest {
    private static final int ORIGIN = 1;
    private static final int CONTEXT = 3;
    private static final int HANDLER = 2;
    private static final int BYTES = 1 << 20;
    private static final int HEADER_BYTES = 16;

    private final ProcessDevice device = newDevice();
    private final ActiveProcess process = new ActiveProcess(device);
    private final LocalEndpoint endpoint = device.addEndpoints(1).getFirst().self();
    private final ActiveScope scope = process.endpoint(endpoint).scope(CONTEXT);
    private final EndpointCounter counter = scope.newCounter();
    private final ActiveArrivals arrivals = new ActiveArrivals(process.messages(), process.calls());
    private final List<SennitException> reported = new ArrayList<>();
    private final Peerless peer = new Peerless(ORIGIN);
    private final byte[] memory = new byte[BYTES];
    private Runnable inHandler = () -> {};

    FailedOriginTest() {
        scope.onError((_, _, error) -> reported.add(error));
        scope.register(HANDLER, message -> {
            inHandler.run();
            return ActiveVector.of(memory);
        });
    }

    private static ProcessDevice newDevice() {
        Options options = Options.defaults().with(JobOptions.FAILURE, "continue", "test");
        return new ProcessDevice(
                RuntimeContext.system(),
                options,
                new JobHealth(),
                n -> WaitStrategy.choose(options, n, n, 2, false),
                1);
    }

    /** The failure is heard of, and the endpoint's thread has done what follows. */
    private void originFails() {
        device.deaths().lost(ORIGIN, new SennitException(ErrorClass.PROC_FAILED, "it is dead"));
        endpoint.progress().poll();
    }

    private PayloadSink header(VirtualConnection vc, int userHeader) {
        ByteBuffer packet = ByteBuffer.allocate(PacketDescriptor.HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        MemorySegment to = MemorySegment.ofBuffer(packet);
        ActivePacket.write(to, PacketDescriptor.ACTIVE_MESSAGE, ActivePacket.FIRST, endpoint.id(), 0, 7);
        ActivePacket.writeLengths(to, userHeader, BYTES);
        ActivePacket.writeOrigin(to, CONTEXT, 1);
        ActivePacket.writeFirst(to, HANDLER, counter.number(), userHeader, 1, VectorKind.GENERIC);
        return arrivals.onHeader(vc, packet);
    }

    /** The first packet of the data, of the message that has asked for it last. */
    private PayloadSink data() {
        header(peer, 0).complete();
        ByteBuffer packet = ByteBuffer.allocate(PacketDescriptor.HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        MemorySegment to = MemorySegment.ofBuffer(packet);
        ActivePacket.write(to, PacketDescriptor.ACTIVE_MESSAGE, ActivePacket.DATA, endpoint.id(), 0, 7);
        ActivePacket.writeLengths(to, BYTES, 0);
        ActivePacket.writeReceiveId(
                to, process.messages().received().idsOf(_ -> true).getFirst());
        return arrivals.onHeader(peer, packet);
    }

    private void assertReportedOnce() {
        assertEquals(1, reported.size(), reported::toString);
        assertEquals(ErrorClass.PROC_FAILED, reported.getFirst().errorClass());
        SennitException failure = assertThrows(SennitException.class, () -> counter.await(1, 0));
        assertEquals(ErrorClass.PROC_FAILED, failure.errorClass());
        endpoint.progress().poll();
        assertEquals(1, reported.size(), reported::toString);
        assertEquals(false, counter.await(1, 0));
    }

    @Test
    void beforeItsFirstPacketIsHandedUp() {
        originFails();
        header(peer, 0).complete();
        assertReportedOnce();
    }

    @Test
    void whileItsHeaderHandlerRuns() {
        inHandler = this::originFails;
        header(peer, 0).complete();
        assertReportedOnce();
    }

    @Test
    void betweenTheHeaderHandlerAndTheEndOfItsFirstPacket() {
        PayloadSink sink = header(peer, 0);
        originFails();
        sink.complete();
        assertReportedOnce();
    }

    @Test
    void whenItHasAskedForData() {
        header(peer, 0).complete();
        originFails();
        assertReportedOnce();
    }

    @Test
    void whereTheRequestForItsDataCannotBeSent() {
        RuntimeException closed = new IllegalStateException("Already closed");
        VirtualConnection broken = (VirtualConnection) java.lang.reflect.Proxy.newProxyInstance(
                FailedOriginTest.class.getClassLoader(),
                new Class<?>[] {VirtualConnection.class},
                (_, method, arguments) -> {
                    if (method.getReturnType() == NetworkSend.class) {
                        originFails();
                        throw closed;
                    }
                    return method.invoke(peer, arguments);
                });
        originFails();
        PayloadSink sink = header(broken, 0);
        assertThrows(IllegalStateException.class, sink::complete);
        assertReportedOnce();
    }

    @Test
    void inTheMiddleOfItsFirstPacket() {
        PayloadSink sink = header(peer, HEADER_BYTES);
        sink.accept(ByteBuffer.allocate(HEADER_BYTES - 1));
        originFails();
        sink.failed(new SennitException(ErrorClass.PROC_FAILED, "it is dead"));
        assertEquals(List.of(), reported, "no handler has been called for it");
    }

    @Test
    void aLateMessageOfItIsNotTakenForAnother() {
        header(peer, 0).complete();
        originFails();
        reported.clear();
        assertThrows(SennitException.class, () -> counter.await(1, 0));
        PayloadSink other = header(new Peerless(ORIGIN + 1), 0);
        other.complete();
        endpoint.progress().poll();
        assertEquals(List.of(), reported);
        assertEquals(false, counter.await(1, 0));
    }

    @Test
    void itsMemoryIsLostInItsFirstPacket() {
        PayloadSink sink = header(peer, 0);
        sink.failed(new SenderLostException());
        assertEquals(1, reported.size());
        assertEquals(ErrorClass.REQUEST, reported.getFirst().errorClass());
    }

    @Test
    void noDataIsWrittenAfterTheFailureWasTold() {
        PayloadSink sink = data();
        sink.accept(ByteBuffer.wrap(new byte[] {1, 1}));
        originFails();
        assertReportedOnce();
        sink.accept(ByteBuffer.wrap(new byte[] {1, 1}));
        assertNull(sink.room(BYTES));
        sink.complete();
        assertEquals(1, memory[1]);
        assertEquals(0, memory[2]);
        assertEquals(1, reported.size(), reported::toString);
    }

    @Test
    void theFailureIsToldWhenTheNetworkWritesNoMore() {
        PayloadSink sink = data();
        assertNotNull(sink.room(BYTES));
        originFails();
        assertEquals(List.of(), reported);
        assertEquals(false, counter.await(1, 0));
        sink.filled(1);
        assertReportedOnce();
        assertNull(sink.room(BYTES));
        sink.failed(new SennitException(ErrorClass.PROC_FAILED, "it is dead"));
        assertEquals(1, reported.size(), reported::toString);
    }

    @Test
    void theFailureIsToldWhenTheConnectionEndsInTheMiddleOfAWrite() {
        PayloadSink sink = data();
        assertNotNull(sink.room(BYTES));
        originFails();
        sink.failed(new SennitException(ErrorClass.PROC_FAILED, "it is dead"));
        assertReportedOnce();
    }

    @Test
    void theFailureIsToldWhereTheMemoryCannotBeWritten() {
        PayloadSink sink = data();
        assertNotNull(sink.room(BYTES));
        originFails();
        sink.roomLost(new IllegalStateException("closed"));
        assertReportedOnce();
    }
}
