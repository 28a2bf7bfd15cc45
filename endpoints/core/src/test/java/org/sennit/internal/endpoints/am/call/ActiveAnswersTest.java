package org.sennit.internal.endpoints.am.call;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.am.packet.ActiveAnswers;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.endpoints.device.rendezvous.Peerless;
import org.sennit.internal.runtime.concurrent.SparePool;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Deadline;

/** Packets that a peer waits for, and that cannot be sent. */
@Deadline(seconds = 30)
class ActiveAnswersTest {
    private static VirtualConnection throwing(RuntimeException problem) {
        Peerless connection = new Peerless(1);
        return (VirtualConnection) java.lang.reflect.Proxy.newProxyInstance(
                ActiveAnswersTest.class.getClassLoader(),
                new Class<?>[] {VirtualConnection.class},
                (proxy, method, arguments) -> {
                    if (method.getReturnType() == NetworkSend.class) {
                        throw problem;
                    }
                    return method.invoke(connection, arguments);
                });
    }

    private static void answer(RuntimeException problem) {
        ActiveAnswers.answer(throwing(problem), PacketDescriptor.newHeader(), MemorySegment.NULL);
    }

    @Test
    void aClosedConnectionNeedsNoAnswer() {
        assertDoesNotThrow(() -> answer(new SennitException(ErrorClass.NETWORK, "the network has been closed")));
    }

    @Test
    void anyOtherErrorIsThrown() {
        RuntimeException closed = new IllegalStateException("Already closed");
        assertSame(closed, assertThrows(IllegalStateException.class, () -> answer(closed)));
        SennitException tooLong = new SennitException(ErrorClass.COUNT, "header too long");
        assertSame(tooLong, assertThrows(SennitException.class, () -> answer(tooLong)));
    }

    /** A connection whose sends end when the test says so; keeps the numbers that are answered. */
    private static VirtualConnection keeping(List<NetworkSend> sends, List<Long> results) {
        Peerless connection = new Peerless(1);
        return (VirtualConnection) java.lang.reflect.Proxy.newProxyInstance(
                ActiveAnswersTest.class.getClassLoader(),
                new Class<?>[] {VirtualConnection.class},
                (proxy, method, arguments) -> {
                    if (method.getReturnType() != NetworkSend.class) {
                        return method.invoke(connection, arguments);
                    }
                    ByteBuffer header = ((MemorySegment) arguments[arguments.length - 2])
                            .asByteBuffer()
                            .order(ByteOrder.LITTLE_ENDIAN);
                    results.add(ActivePacket.length(header, 0));
                    NetworkSend send = new NetworkSend();
                    send.begin();
                    sends.add(send);
                    return send;
                });
    }

    private static ReceivedCall call(VirtualConnection connection) {
        MemorySegment packet = PacketDescriptor.newHeader();
        ActivePacket.write(packet, PacketDescriptor.ACTIVE_MESSAGE, ActivePacket.CALL, 0, 0, 7);
        ActivePacket.writeLengths(packet, 0, 0);
        return new ReceivedCall(new SparePool<>(1, true))
                .begin(connection, packet.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN), 0, 0);
    }

    @Test
    void dataThatTheNetworkCannotReadAnyMoreIsReplacedByAnAnswerThatSaysSo() {
        List<NetworkSend> sends = new ArrayList<>();
        List<Long> results = new ArrayList<>();
        VirtualConnection connection = keeping(sends, results);
        call(connection).answer(3, MemorySegment.ofArray(new byte[100_000]), -5);
        assertEquals(List.of(3L), results);
        sends.getFirst().fail(connection, new IllegalStateException("Already closed"));
        assertEquals(List.of(3L, -5L), results);
    }

    @Test
    void dataThatHasBeenReadIsAnsweredOnce() {
        List<NetworkSend> sends = new ArrayList<>();
        List<Long> results = new ArrayList<>();
        VirtualConnection connection = keeping(sends, results);
        call(connection).answer(3, MemorySegment.ofArray(new byte[100_000]), -5);
        call(connection).answer(4, MemorySegment.ofArray(new byte[10]), -5);
        sends.forEach(send -> send.batchSent(connection));
        assertEquals(List.of(3L, 4L), results);
    }
}
