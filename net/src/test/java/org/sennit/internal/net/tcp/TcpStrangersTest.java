package org.sennit.internal.net.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.internal.net.wire.HandshakeDescriptor;
import org.sennit.internal.net.wire.HandshakeProof;
import org.sennit.testkit.Core;

/** Strangers at a TCP socket. */
@Core
class TcpStrangersTest extends StrangersContract {
    @Override
    Options options() {
        return Options.fromEnvironment().with(TcpOptions.UNIX, "off", "test");
    }

    @Test
    void refusesAGreetingThatIsPlayedAgain() {
        byte[][] recorded = new byte[1][];
        whilePolling(() -> {
            try (SocketChannel socket = connect()) {
                recorded[0] = greet(socket);
                readToEnd(socket); // proved: this process has a connection already, and yields
            }
        });
        expectRefused(recorded[0]);
    }

    /** Does the handshake as process 1 would, and returns what it has sent. */
    private static byte[] greet(SocketChannel socket) throws IOException {
        byte[] body = helloBody(1, 0, 1, "job");
        byte[] hello = frame(FrameDescriptor.HELLO, body);
        socket.write(ByteBuffer.wrap(hello));
        ByteBuffer answer = ByteBuffer.allocate(FrameDescriptor.HEADER_LENGTH + HandshakeDescriptor.CHALLENGE_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN);
        while (answer.hasRemaining() && socket.read(answer) >= 0) {
            // until it is whole
        }
        byte[] challenge = new byte[HandshakeDescriptor.CHALLENGE_LENGTH];
        answer.get(FrameDescriptor.HEADER_LENGTH, challenge);
        byte[] proof = new HandshakeProof(SECRET).ofInitiator(body, challenge, new byte[0]);
        byte[] second = frame(FrameDescriptor.PROOF, proof);
        socket.write(ByteBuffer.wrap(second));
        return both(hello, second);
    }
}
