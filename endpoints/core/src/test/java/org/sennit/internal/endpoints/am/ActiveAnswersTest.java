package org.sennit.internal.endpoints.am;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.device.rendezvous.Peerless;
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
        ActiveProcess.answer(throwing(problem), PacketDescriptor.newHeader(), MemorySegment.NULL);
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
}
