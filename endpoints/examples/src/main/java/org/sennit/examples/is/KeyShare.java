package org.sennit.examples.is;

import org.sennit.examples.npb.NasRandom;

/**
 * The keys that one rank brings: a run of the one sequence of keys, which is the same on any number of ranks. Each key
 * is the sum of four random numbers, scaled, so the middle is common and the ends are rare.
 *
 * <p>One thread. Source: RNR-94-007, section "Kernel IS", description of {@code create_seq}.
 */
final class KeyShare {
    private static final int NUMBERS_PER_KEY = 4;

    private final int first;
    private final int[] keys;

    private KeyShare(int first, int[] keys) {
        this.first = first;
        this.keys = keys;
    }

    static KeyShare of(ProblemClass problem, int rank, int size) {
        int first = (int) ((long) problem.totalKeys() * rank / size);
        int end = (int) ((long) problem.totalKeys() * (rank + 1) / size);
        NasRandom random = new NasRandom(NasRandom.SEED);
        random.skip((long) NUMBERS_PER_KEY * first);
        double scale = (double) problem.maxKey() / NUMBERS_PER_KEY;
        int[] keys = new int[end - first];
        for (int i = 0; i < keys.length; i++) {
            double sum = random.next() + random.next() + random.next() + random.next();
            keys[i] = (int) (scale * sum);
        }
        return new KeyShare(first, keys);
    }

    int[] keys() {
        return keys;
    }

    /** Changes the key at a place of the whole sequence, if it is this rank's. */
    void set(int index, int key) {
        if (has(index)) {
            keys[index - first] = key;
        }
    }

    /**
     * Returns the key at a place of the whole sequence; 0 if it is not this rank's, so that a sum over ranks finds it.
     */
    int getOrZero(int index) {
        return has(index) ? keys[index - first] : 0;
    }

    private boolean has(int index) {
        return index >= first && index - first < keys.length;
    }
}
