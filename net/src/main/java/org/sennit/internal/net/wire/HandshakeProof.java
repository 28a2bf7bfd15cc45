package org.sennit.internal.net.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.internal.runtime.bootstrap.JobProof;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Proofs that a side of a connection knows the job's secret; the secret itself is never sent. Both sides prove it, each
 * under its own role's name, so that a proof cannot be sent back to its maker, and over both nonces, so that it cannot
 * be used again; over a TLS socket also over what only its two ends know, so that it cannot be passed on by a man in
 * the middle. Any thread may call this.
 */
public final class HandshakeProof {
    private static final byte[] INITIATOR = "sennit initiator".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ACCEPTOR = "sennit acceptor".getBytes(StandardCharsets.US_ASCII);

    private final byte[] secret;

    /**
     * Makes proofs with a secret.
     *
     * @param secret at least one byte
     * @throws SennitException with {@link ErrorClass#ARG} when there is no secret; do not retry
     */
    public HandshakeProof(byte[] secret) {
        if (secret == null || secret.length == 0) {
            throw new SennitException(ErrorClass.ARG, "the network needs the job's secret, and it is empty");
        }
        this.secret = secret.clone();
    }

    /**
     * Makes a nonce.
     *
     * @return random bytes
     */
    public byte[] newNonce() {
        return Entropy.bytes(HandshakeDescriptor.NONCE_LENGTH);
    }

    /**
     * Returns the proof of the side that connects.
     *
     * @param hello the body of HELLO
     * @param challenge the body of CHALLENGE
     * @param binding what identifies this socket where it is encrypted; empty where it is not
     * @return {@value HandshakeDescriptor#PROOF_LENGTH} bytes
     */
    public byte[] ofInitiator(byte[] hello, byte[] challenge, byte[] binding) {
        return proof(INITIATOR, hello, challenge, binding);
    }

    /**
     * Returns the proof of the side that accepts.
     *
     * @param hello the body of HELLO
     * @param challenge the body of CHALLENGE, whose own proof is not looked at
     * @param binding what identifies this socket where it is encrypted; empty where it is not
     * @return {@value HandshakeDescriptor#PROOF_LENGTH} bytes
     */
    public byte[] ofAcceptor(byte[] hello, byte[] challenge, byte[] binding) {
        return proof(ACCEPTOR, hello, challenge, binding);
    }

    private byte[] proof(byte[] role, byte[] hello, byte[] challenge, byte[] binding) {
        int proved = HandshakeDescriptor.CHALLENGE_PROVED_LENGTH;
        ByteBuffer message = ByteBuffer.allocate(role.length + hello.length + proved + binding.length)
                .put(role)
                .put(hello)
                .put(challenge, 0, proved)
                .put(binding);
        return JobProof.hmac(secret, message.array());
    }

    /**
     * Compares in constant time.
     *
     * @param expected the proof as it should be
     * @param received what the peer sent
     */
    public static boolean isEqual(byte[] expected, byte[] received) {
        return MessageDigest.isEqual(expected, received);
    }
}
