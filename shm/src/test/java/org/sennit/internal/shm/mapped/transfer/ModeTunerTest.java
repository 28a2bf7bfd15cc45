package org.sennit.internal.shm.mapped.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ModeTunerTest {
    private static final long LENGTH = 100_000;

    /** How many of the next messages go by the kernel, when the two ways take so long. */
    private static int byKernel(ModeTuner choice, int messages, long kernelNs, long ringNs) {
        int count = 0;
        for (int i = 0; i < messages; i++) {
            boolean isKernel = choice.byKernel(LENGTH);
            count += isKernel ? 1 : 0;
            choice.measured(isKernel, LENGTH, isKernel ? kernelNs : ringNs);
        }
        return count;
    }

    @Test
    void triesBothAndThenTakesTheFaster() {
        ModeTuner choice = new ModeTuner();
        assertEquals(64, byKernel(choice, 128, 1000, 2000));
        assertEquals(1000, byKernel(choice, 1000, 1000, 2000));
        ModeTuner other = new ModeTuner();
        byKernel(other, 128, 2000, 1000);
        assertEquals(0, byKernel(other, 1000, 2000, 1000));
    }

    @Test
    void noticesWhenTheOtherHasBecomeFaster() {
        ModeTuner choice = new ModeTuner();
        byKernel(choice, 1128, 1000, 2000);
        byKernel(choice, 1024, 5000, 2000);
        assertTrue(byKernel(choice, 1000, 5000, 2000) <= 16);
    }

    @Test
    void judgesEachSizeByItself() {
        ModeTuner choice = new ModeTuner();
        byKernel(choice, 128, 2000, 1000);
        assertEquals(true, choice.byKernel(4 * LENGTH), "the first of another size is a trial");
        assertTrue(choice.describe().startsWith("nothing"), choice.describe());
        byKernel(choice, 1, 2000, 1000);
        assertTrue(choice.describe().contains("from 65536 B ring"), choice.describe());
    }
}
