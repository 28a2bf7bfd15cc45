package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.net.log.RecordingLogs;
import org.sennit.internal.net.tls.TestTls;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.internal.net.wire.HandshakeDescriptor;
import org.sennit.internal.net.wire.HandshakeProof;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.spi.network.HostIdentity;

/** Strangers at a socket for other hosts: those who send plain bytes, and those who speak TLS. */
class TlsStrangersTest extends StrangersContract {
    @Override
    Options options() {
        return Options.fromEnvironment()
                .with(TcpOptions.UNIX, "off", "test")
                .with(TcpOptions.TLS, "on", "test")
                .with(HostIdentity.HOST, "h%p", "test")
                .with(TcpOptions.INTERFACE, "127.0.0.2", "test");
    }

    @Override
    void assertSaysWhy(Throwable cause) {
        assertTrue(cause.getMessage().contains("certificate"), cause.getMessage());
    }

    private SSLSocket tls(SSLContext context) throws Exception {
        ListenAddress place = listening();
        assertTrue(place.isTls());
        return (SSLSocket) context.getSocketFactory().createSocket(place.host(), place.port());
    }

    private void expectRefused(SSLContext context, String protocol, String why) {
        RecordingLogs.clear();
        whilePolling(() -> {
            try (SSLSocket socket = tls(context)) {
                socket.setEnabledProtocols(new String[] {protocol});
                socket.getOutputStream().write(hello(1, 0, 1, "job"));
                assertEquals(-1, socket.getInputStream().read());
            }
        });
        assertOneLine(why);
        friendStillWorks();
    }

    @Test
    void refusesAClientWithoutACertificate() throws Exception {
        expectRefused(TestTls.client(null), "TLSv1.3", "certificate");
    }

    @Test
    void refusesAnotherJobsCertificate() throws Exception {
        expectRefused(TestTls.client(new byte[32]), "TLSv1.3", "it does not have the job's certificate");
    }

    @Test
    void refusesAnOlderVersionOfTls() throws Exception {
        expectRefused(TestTls.client(SECRET), "TLSv1.2", "refused a connection");
    }

    @Test
    void refusesAProofThatWasMadeForAnotherTlsSession() throws Exception {
        SSLContext client = TestTls.client(SECRET);
        RecordingLogs.clear();
        whilePolling(() -> {
            try (SSLSocket socket = tls(client)) {
                byte[] body = helloBody(1, 0, 1, "job");
                socket.getOutputStream().write(frame(FrameDescriptor.HELLO, body));
                InputStream in = socket.getInputStream();
                byte[] answer = in.readNBytes(FrameDescriptor.HEADER_LENGTH + HandshakeDescriptor.CHALLENGE_LENGTH);
                byte[] challenge = new byte[HandshakeDescriptor.CHALLENGE_LENGTH];
                ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN).get(FrameDescriptor.HEADER_LENGTH, challenge);
                byte[] proof = new HandshakeProof(SECRET).ofInitiator(body, challenge, new byte[32]);
                socket.getOutputStream().write(frame(FrameDescriptor.PROOF, proof));
                assertEquals(-1, in.read());
            }
        });
        assertOneLine("it does not know the job's secret");
        friendStillWorks();
    }
}
