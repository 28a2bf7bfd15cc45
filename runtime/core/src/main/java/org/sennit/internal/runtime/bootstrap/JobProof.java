package org.sennit.internal.runtime.bootstrap;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.sennit.internal.runtime.memory.Sha256;

/**
 * Proof of knowledge of the job's secret: HMAC-SHA256 (RFC 2104) over both sides' nonces and what is claimed.
 *
 * <p>The HMAC is put together from {@link Sha256}: {@code javax.crypto.Mac} gives the same bytes (a test compares them),
 * but would add its providers to every process's start.
 *
 * <p>Threads: stateless.
 */
public final class JobProof {

    private JobProof() {}

    /**
     * Returns the proof for a list of words. Does not block.
     *
     * @param secret the job's secret
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
     * HMAC-SHA256.
     *
     * @param secret the key
     * @param message what is proved
     * @return 32 bytes
     */
    public static byte[] hmac(byte[] secret, byte[] message) {
        byte[] key = Arrays.copyOf(secret.length > Sha256.BLOCK_BYTES ? Sha256.of(secret) : secret, Sha256.BLOCK_BYTES);
        byte[] inner = Sha256.of(padded(key, 0x36), message);
        return Sha256.of(padded(key, 0x5c), inner);
    }

    private static byte[] padded(byte[] key, int pad) {
        byte[] result = new byte[key.length];
        for (int i = 0; i < key.length; i++) {
            result[i] = (byte) (key[i] ^ pad);
        }
        return result;
    }
}
