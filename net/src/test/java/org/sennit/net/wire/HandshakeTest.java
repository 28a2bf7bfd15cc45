package org.sennit.net.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.netmod.BusinessCard;

class HandshakeTest {
    private static final HandshakeDescriptor.Hello HELLO = new HandshakeDescriptor.Hello(3, 9, 4, 8, 2, "Job ü");

    private final HandshakeProof proof = new HandshakeProof(new byte[] {1, 2, 3});
    private final byte[] hello = HandshakeDescriptor.hello(HELLO, proof.newNonce());
    private final byte[] challenge = HandshakeDescriptor.challenge(4, 8, proof.newNonce());

    private static ByteBuffer wrap(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void readsWhatItHasWritten() {
        assertEquals(HELLO, HandshakeDescriptor.readHello(wrap(hello)));
        assertTrue(HandshakeDescriptor.isChallenge(wrap(challenge)));
        assertEquals(4, HandshakeDescriptor.challengeProcess(wrap(challenge)));
        assertEquals(8, HandshakeDescriptor.challengeIncarnation(wrap(challenge)));
    }

    @Test
    void refusesAHelloThatIsCutShortOrLies() {
        for (int length = 0; length < hello.length; length++) {
            assertNull(HandshakeDescriptor.readHello(wrap(Arrays.copyOf(hello, length))));
        }
        for (int offset : new int[] {0, 8, 64, 67}) { // magic, version, length of the job id
            byte[] bad = hello.clone();
            bad[offset] ^= 0x40;
            assertNull(HandshakeDescriptor.readHello(wrap(bad)), "offset " + offset);
        }
    }

    @Test
    void provesTheSecretTheRoleAndBothNonces() {
        byte[] initiator = proof.ofInitiator(hello, challenge);
        assertArrayEquals(initiator, new HandshakeProof(new byte[] {1, 2, 3}).ofInitiator(hello, challenge));
        assertFalse(HandshakeProof.isEqual(initiator, proof.ofAcceptor(hello, challenge)));
        assertFalse(HandshakeProof.isEqual(
                initiator, new HandshakeProof(new byte[] {1, 2, 4}).ofInitiator(hello, challenge)));
        byte[] otherHello = HandshakeDescriptor.hello(HELLO, proof.newNonce());
        assertFalse(HandshakeProof.isEqual(initiator, proof.ofInitiator(otherHello, challenge)));
        byte[] otherChallenge = HandshakeDescriptor.challenge(4, 8, proof.newNonce());
        assertFalse(HandshakeProof.isEqual(initiator, proof.ofInitiator(hello, otherChallenge)));
        assertThrows(SennitException.class, () -> new HandshakeProof(new byte[0]));
    }

    @Test
    void readsItsOwnCardsOnly() {
        TcpAddress four = new TcpAddress("127.0.0.1", 4711, 3);
        assertEquals(four, TcpAddress.of(four.toCard()));
        TcpAddress six = new TcpAddress("::1", 1, -5);
        assertEquals(six, TcpAddress.of(six.toCard()));
        for (String bad : new String[] {
            "tcp", "tcp:", "tcp:1:2", "tcp::1:2", "udp:h:1:2", "tcp:h:0:1", "tcp:h:65536:1", "tcp:h:x:1", "tcp:h:1:"
        }) {
            assertThrows(SennitException.class, () -> TcpAddress.of(new BusinessCard(bad)), bad);
        }
    }
}
