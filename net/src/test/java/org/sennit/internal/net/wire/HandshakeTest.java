package org.sennit.internal.net.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.internal.net.wire.ListenAddress.Reach;
import org.sennit.message.SennitException;
import org.sennit.spi.network.BusinessCard;
import org.sennit.testkit.Core;

@Core
class HandshakeTest {
    private static final HandshakeDescriptor.Hello HELLO =
            new HandshakeDescriptor.Hello(3, 9, 4, 8, 2, 1L << 40, 77, "Job ü");

    private static final byte[] NONE = {};

    private final HandshakeProof proof = new HandshakeProof(new byte[] {1, 2, 3});
    private final byte[] hello = HandshakeDescriptor.hello(HELLO, proof.newNonce());
    private final byte[] challenge = HandshakeDescriptor.challenge(4, 8, proof.newNonce());

    private static ByteBuffer wrap(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void readsWhatItHasWritten() {
        assertEquals(HELLO, HandshakeDescriptor.readHello(wrap(hello)));
        HandshakeDescriptor.Accept accept = new HandshakeDescriptor.Accept(7, 1L << 41, 99);
        assertEquals(accept, HandshakeDescriptor.readAccept(wrap(HandshakeDescriptor.accept(accept))));
        assertNull(HandshakeDescriptor.readAccept(wrap(new byte[4])));
        assertTrue(HandshakeDescriptor.isChallenge(wrap(challenge)));
        assertEquals(4, HandshakeDescriptor.challengeProcess(wrap(challenge)));
        assertEquals(8, HandshakeDescriptor.challengeIncarnation(wrap(challenge)));
    }

    @Test
    void refusesAHelloThatIsCutShortOrLies() {
        for (int length = 0; length < hello.length; length++) {
            assertNull(HandshakeDescriptor.readHello(wrap(Arrays.copyOf(hello, length))));
        }
        for (int offset : new int[] {0, 8, 80, 83}) { // magic, version, length of the job id
            byte[] bad = hello.clone();
            bad[offset] ^= 0x40;
            assertNull(HandshakeDescriptor.readHello(wrap(bad)), "offset " + offset);
        }
    }

    @Test
    void provesTheSecretTheRoleAndBothNonces() {
        byte[] initiator = proof.ofInitiator(hello, challenge, NONE);
        assertArrayEquals(initiator, new HandshakeProof(new byte[] {1, 2, 3}).ofInitiator(hello, challenge, NONE));
        assertFalse(HandshakeProof.isEqual(initiator, proof.ofAcceptor(hello, challenge, NONE)));
        assertFalse(HandshakeProof.isEqual(
                initiator, new HandshakeProof(new byte[] {1, 2, 4}).ofInitiator(hello, challenge, NONE)));
        byte[] otherHello = HandshakeDescriptor.hello(HELLO, proof.newNonce());
        assertFalse(HandshakeProof.isEqual(initiator, proof.ofInitiator(otherHello, challenge, NONE)));
        byte[] otherChallenge = HandshakeDescriptor.challenge(4, 8, proof.newNonce());
        assertFalse(HandshakeProof.isEqual(initiator, proof.ofInitiator(hello, otherChallenge, NONE)));
        assertFalse(HandshakeProof.isEqual(initiator, proof.ofInitiator(hello, challenge, new byte[] {1})));
        assertThrows(SennitException.class, () -> new HandshakeProof(new byte[0]));
    }

    @Test
    void readsItsOwnCardsOnly() {
        TcpAddress address = new TcpAddress(
                -5,
                "0123",
                List.of(
                        new ListenAddress(Reach.UNIX, false, "/tmp/a:b/0-ff", 0),
                        new ListenAddress(Reach.LOOPBACK, false, "127.0.0.1", 4711),
                        new ListenAddress(Reach.NETWORK, true, "fd00::2", 65535)));
        assertEquals(
                "tcp:-5:0123|u:/tmp/a:b/0-ff|l:127.0.0.1:4711|ns:fd00::2:65535",
                address.toCard().text());
        assertEquals(address, TcpAddress.of(address.toCard()));
        for (String bad : new String[] {
            "tcp",
            "tcp:",
            "tcp:1:h",
            "tcp:1:h|",
            "tcp:1:|l:1.2.3.4:5",
            "tcp:x:h|l:1.2.3.4:5",
            "udp:1:h|l:1.2.3.4:5",
            "tcp:1:h|l:1.2.3.4:0",
            "tcp:1:h|l:1.2.3.4:65536",
            "tcp:1:h|l:1.2.3.4:x",
            "tcp:1:h|l:1",
            "tcp:1:h|l::1",
            "tcp:1:h|lx:1.2.3.4:1",
            "tcp:1:h|k:1.2.3.4:1",
            "tcp:1:h|u:relative",
            "tcp:1:h|l:1.2.3.4:1||"
        }) {
            assertThrows(SennitException.class, () -> TcpAddress.of(new BusinessCard(bad)), bad);
        }
    }
}
