package org.sennit.internal.runtime.memory;

import java.security.MessageDigest;

/**
 * SHA-256 (FIPS 180-4) of short texts at the start of a process. {@link MessageDigest} gives the same bytes (a test compares
 * them), but the first one of a JVM reads the security properties and makes the providers.
 *
 * <p>Threads: stateless.
 */
public final class Sha256 {
    /** Bytes of a block of the algorithm. */
    public static final int BLOCK_BYTES = 64;

    private static final int DIGEST_BYTES = 32;
    private static final int LENGTH_BYTES = 8;
    private static final int WORDS = 64;
    private static final int STATE_WORDS = 8;

    private Sha256() {}

    /** The constants of the algorithm, computed from their definition. */
    private static final class Constants {
        static final int[] START = new int[STATE_WORDS]; // fractions of the square roots of the first primes
        static final int[] ROUND = new int[WORDS]; // fractions of the cube roots of the first primes

        static {
            int found = 0;
            for (int n = 2; found < WORDS; n++) {
                if (isPrime(n)) {
                    if (found < STATE_WORDS) {
                        START[found] = fraction(Math.sqrt(n));
                    }
                    ROUND[found++] = fraction(Math.cbrt(n));
                }
            }
        }

        private static boolean isPrime(int n) {
            for (int d = 2; d * d <= n; d++) {
                if (n % d == 0) {
                    return false;
                }
            }
            return true;
        }

        /** The first 32 bits behind the point; a double has 49 and more there. */
        private static int fraction(double number) {
            return (int) (long) ((number - Math.floor(number)) * (1L << 32));
        }
    }

    /**
     * Returns the digest of what stands in some arrays, one behind the other.
     *
     * @param parts what is digested
     * @return 32 bytes
     */
    public static byte[] of(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        int blocks = (length + 1 + LENGTH_BYTES + BLOCK_BYTES - 1) / BLOCK_BYTES;
        byte[] padded = new byte[blocks * BLOCK_BYTES];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, padded, at, part.length);
            at += part.length;
        }
        padded[length] = (byte) 0x80;
        putLong(padded, padded.length - LENGTH_BYTES, (long) length * Byte.SIZE);
        int[] state = Constants.START.clone();
        int[] words = new int[WORDS];
        for (int block = 0; block < padded.length; block += BLOCK_BYTES) {
            add(padded, block, words, state);
        }
        byte[] digest = new byte[DIGEST_BYTES];
        for (int i = 0; i < digest.length; i++) {
            digest[i] = (byte) (state[i >> 2] >>> (24 - 8 * (i & 3)));
        }
        return digest;
    }

    private static void putLong(byte[] target, int at, long value) {
        for (int i = 0; i < LENGTH_BYTES; i++) {
            target[at + i] = (byte) (value >>> (56 - 8 * i));
        }
    }

    /** Adds a block to the state, FIPS 180-4, 6.2.2, with its names of the variables. */
    private static void add(byte[] bytes, int block, int[] w, int[] state) {
        for (int t = 0; t < 16; t++) {
            int i = block + 4 * t;
            w[t] = bytes[i] << 24 | (bytes[i + 1] & 0xff) << 16 | (bytes[i + 2] & 0xff) << 8 | bytes[i + 3] & 0xff;
        }
        for (int t = 16; t < WORDS; t++) {
            int near = w[t - 2];
            int far = w[t - 15];
            int sigma1 = (near >>> 17 | near << 15) ^ (near >>> 19 | near << 13) ^ near >>> 10;
            int sigma0 = (far >>> 7 | far << 25) ^ (far >>> 18 | far << 14) ^ far >>> 3;
            w[t] = sigma1 + w[t - 7] + sigma0 + w[t - 16];
        }
        int[] k = Constants.ROUND;
        int a = state[0];
        int b = state[1];
        int c = state[2];
        int d = state[3];
        int e = state[4];
        int f = state[5];
        int g = state[6];
        int h = state[7];
        for (int t = 0; t < WORDS; t++) {
            int sum1 = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
            int t1 = h + sum1 + (e & f ^ ~e & g) + k[t] + w[t];
            int sum0 = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
            int t2 = sum0 + (a & b ^ a & c ^ b & c);
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
}
