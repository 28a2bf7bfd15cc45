package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Sha256Test {
    @Test
    void digestOfTheStandardsExample() {
        assertEquals(
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                HexFormat.of().formatHex(Sha256.of("abc".getBytes(StandardCharsets.US_ASCII))));
    }

    @Test
    void theSameBytesAsTheJdksForEveryLengthOverThreeBlocks() throws Exception {
        MessageDigest jdk = MessageDigest.getInstance("SHA-256");
        Random random = new Random(1);
        for (int length = 0; length <= 3 * Sha256.BLOCK_BYTES; length++) {
            byte[] first = new byte[length];
            byte[] second = new byte[random.nextInt(Sha256.BLOCK_BYTES)];
            random.nextBytes(first);
            random.nextBytes(second);
            jdk.update(first);
            assertArrayEquals(jdk.digest(second), Sha256.of(first, second), "length=" + length);
        }
    }
}
