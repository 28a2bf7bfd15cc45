package org.sennit.internal.shm.mapped.transfer;

/**
 * Chooses between the kernel's copy and the ring for messages that can go in both modes, by measuring both on the
 * messages themselves: which is faster depends on the machine, the kernel's guards, the size, and how far apart the two
 * processors are at the moment. Two JVMs on the reference machine, off-heap, warm, us one way, kernel (both copy) and
 * ring: 64 KiB 2.7 and 6.4, 256 KiB 6.1 and 17.3, 1 MiB 20.6 and 62.9, 4 MiB 199 and 339; on another day near, one side
 * copying, the kernel was 2.5 times slower than the ring (64 KiB between two cores of one cache: 5.8 us against 1.9).
 *
 * <p>One object for each connection; any thread, under this object's monitor for a few instructions.
 */
final class ModeTuner {
    /** Messages of a size that try each of the two modes at first: until then both run in the interpreter. */
    private static final int TRIALS = 64;

    /**
     * Trials in a row of one mode, a power of two: the sender notices by the first which memory it should have filled
     * before the answer.
     */
    private static final int RUN = 8;

    /** Trial period, in messages: rule of thumb, 1.6 % of the messages go in the slower mode ... */
    private static final int RETRIAL_EVERY = 1024;

    /** ... and messages per period in the slower mode, so that a change is noticed. */
    private static final int RETRIALS = 16;

    /**
     * Weight of a new measurement in the smoothed time of a mode that gets slower: one part in 2^5 of the difference.
     */
    private static final int FORGET_SHIFT = 5;

    private static final int CLASSES = 64;

    // Guarded by this object's monitor; by the power of two that a length does not exceed. Times are 0 while not known.
    private final int[] messages = new int[CLASSES];
    private final long[] kernelNs = new long[CLASSES];
    private final long[] ringNs = new long[CLASSES];
    private final boolean[] isKernelBest = new boolean[CLASSES];

    /** Returns whether the next message of a length goes by the kernel. */
    synchronized boolean byKernel(long lengthBytes) {
        int size = classOf(lengthBytes);
        int number = messages[size];
        messages[size] = number == Integer.MAX_VALUE ? 2 * TRIALS : number + 1;
        if (number < 2 * TRIALS) {
            return (number & RUN) == 0;
        }
        int turn = (number - 2 * TRIALS) % RETRIAL_EVERY;
        if (turn == 0 || turn == RETRIAL_EVERY - RETRIALS) {
            prefer(size, turn == 0);
        }
        return isKernelBest[size] == turn < RETRIAL_EVERY - RETRIALS;
    }

    /** Prefers the faster mode; or, before the slower mode is tried again, forgets its time. */
    private void prefer(int size, boolean isDecided) {
        if (!isDecided) {
            (isKernelBest[size] ? ringNs : kernelNs)[size] = 0;
        } else if (kernelNs[size] != 0 && ringNs[size] != 0) {
            isKernelBest[size] = kernelNs[size] <= ringNs[size];
        }
    }

    /** Takes the time of a message from its match to its last byte. */
    synchronized void measured(boolean wasKernel, long lengthBytes, long ns) {
        long[] times = wasKernel ? kernelNs : ringNs;
        int size = classOf(lengthBytes);
        long known = times[size];
        times[size] = Math.max(1, known == 0 || ns < known ? ns : known + (ns - known >> FORGET_SHIFT));
    }

    private static int classOf(long lengthBytes) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, lengthBytes));
    }

    /** Returns the measurements, for reports: a line of sizes. */
    synchronized String describe() {
        StringBuilder text = new StringBuilder();
        for (int size = 0; size < CLASSES; size++) {
            if (messages[size] > 2 * TRIALS) {
                text.append(text.isEmpty() ? "" : ", ")
                        .append("from ")
                        .append(1L << size)
                        .append(" B ")
                        .append(isKernelBest[size] ? "kernel" : "ring")
                        .append(" (ns: kernel ")
                        .append(kernelNs[size])
                        .append(", ring ")
                        .append(ringNs[size])
                        .append(')');
            }
        }
        return text.isEmpty() ? "nothing measured yet" : text.toString();
    }
}
