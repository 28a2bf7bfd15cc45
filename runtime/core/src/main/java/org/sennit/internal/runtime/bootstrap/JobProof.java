package org.sennit.internal.runtime.bootstrap;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Proof of knowledge of the job's secret: HMAC-SHA256 (RFC 2104) over both sides' nonces and what is claimed.
 *
 * <p>The HMAC is put together from {@link MessageDigest}: {@code javax.crypto.Mac} gives the same bytes (a test
 * compares them) and costs 50 ms more of every process's start, for its provider machinery.
 *
 * <p>Threads: stateless.
 */
public final class JobProof {
    private static final int BLOCK_BYTES = 64;

    private JobProof() {}

    /** Has the JDK make its providers ready, which takes 25 ms before the first proof of a JVM. */
    public static void prepare() {
        sha256();
    }

    /**
     * Returns the proof for a list of words. Does not block.
     *
     * @param words what is proved; no word contains a blank
     * @return 64 hexadecimal digits
     */
    public static String of(byte[] secret, String... words) {
        byte[] message = String.join(" ", words).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(hmac(secret, message));
    }

    /**
     * Compares two proofs in a time that does not tell where they differ.
     *
     * @param expected the right one
     * @param actual the one that came
     */
    public static boolean isSame(String expected, String actual) {
        return MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.UTF_8), actual.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the HMAC-SHA256 of a message.
     *
     * @param secret the key
     * @param message what is proved
     * @return 32 bytes
     */
    public static byte[] hmac(byte[] secret, byte[] message) {
        MessageDigest digest = sha256();
        byte[] key = Arrays.copyOf(secret.length > BLOCK_BYTES ? digest.digest(secret) : secret, BLOCK_BYTES);
        digest.update(padded(key, 0x36));
        byte[] inner = digest.digest(message);
        digest.update(padded(key, 0x5c));
        return digest.digest(inner);
    }

    private static byte[] padded(byte[] key, int pad) {
        byte[] result = new byte[BLOCK_BYTES];
        for (int i = 0; i < BLOCK_BYTES; i++) {
            result[i] = (byte) (key[i] ^ pad);
        }
        return result;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new SennitException(ErrorClass.INTERN, "every JDK has SHA-256, this one has not", missing);
        }
    }
}
