package org.sennit.internal.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.testkit.SeededRandom;

class JobProofTest {

    @RegisterExtension
    final SeededRandom seeded = new SeededRandom();

    /** RFC 4231, test case 2. */
    @Test
    void isHmacSha256() {
        byte[] tag = JobProof.hmac(
                "Jefe".getBytes(StandardCharsets.US_ASCII),
                "what do ya want for nothing?".getBytes(StandardCharsets.US_ASCII));
        assertEquals(
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                HexFormat.of().formatHex(tag));
    }

    @Test
    void givesTheBytesOfTheJdk() throws Exception {
        Random random = new Random(seeded.seed());
        for (int length : new int[] {1, 32, 63, 64, 65, 200}) {
            byte[] key = new byte[length];
            byte[] message = new byte[length * 3];
            random.nextBytes(key);
            random.nextBytes(message);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            assertArrayEquals(mac.doFinal(message), JobProof.hmac(key, message));
        }
    }

    @Test
    void differsWhenAnythingDiffers() {
        byte[] secret = {1, 2, 3};
        String proof = JobProof.of(secret, "process", "a", "b");
        assertTrue(JobProof.isSame(proof, JobProof.of(secret, "process", "a", "b")));
        assertFalse(JobProof.isSame(proof, JobProof.of(secret, "launcher", "a", "b")));
        assertFalse(JobProof.isSame(proof, JobProof.of(new byte[] {1, 2, 4}, "process", "a", "b")));
    }
}
