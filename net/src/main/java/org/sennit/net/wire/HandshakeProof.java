package org.sennit.net.wire;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;

/**
 * Proofs that a side of a connection knows the job's secret; the secret itself is never sent. Both sides prove it, each
 * under its own role's name, so that a proof cannot be sent back to its maker, and over both nonces, so that it cannot be
 * used again. Any thread may call this.
 */
public final class HandshakeProof {
    private static final byte[] INITIATOR = "sennit initiator".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ACCEPTOR = "sennit acceptor".getBytes(StandardCharsets.US_ASCII);

    private final SecretKeySpec key;
    private final SecureRandom random = new SecureRandom();

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
        key = new SecretKeySpec(secret, "HmacSHA256");
    }

    /**
     * Makes a nonce.
     *
     * @return random bytes
     */
    public byte[] newNonce() {
        byte[] nonce = new byte[HandshakeDescriptor.NONCE_LENGTH];
        random.nextBytes(nonce);
        return nonce;
    }

    /**
     * The proof of the side that connects.
     *
     * @param hello the body of HELLO
     * @param challenge the body of CHALLENGE
     * @return {@value HandshakeDescriptor#PROOF_LENGTH} bytes
     */
    public byte[] ofInitiator(byte[] hello, byte[] challenge) {
        return proof(INITIATOR, hello, challenge);
    }

    /**
     * The proof of the side that accepts.
     *
     * @param hello the body of HELLO
     * @param challenge the body of CHALLENGE, whose own proof is not looked at
     * @return {@value HandshakeDescriptor#PROOF_LENGTH} bytes
     */
    public byte[] ofAcceptor(byte[] hello, byte[] challenge) {
        return proof(ACCEPTOR, hello, challenge);
    }

    private byte[] proof(byte[] role, byte[] hello, byte[] challenge) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update(role);
            mac.update(hello);
            mac.update(challenge, 0, HandshakeDescriptor.CHALLENGE_PROVED_LENGTH);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new SennitException(ErrorClass.INTERN, "every JDK has HmacSHA256", e);
        }
    }

    /**
     * Compares in constant time.
     *
     * @param expected the proof as it should be
     * @param received what the peer sent
     * @return true when they are equal
     */
    public static boolean isEqual(byte[] expected, byte[] received) {
        return MessageDigest.isEqual(expected, received);
    }
}
