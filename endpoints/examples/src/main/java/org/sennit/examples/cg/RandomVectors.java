package org.sennit.examples.cg;

import java.util.Arrays;
import org.sennit.examples.npb.NasRandom;

/**
 * The sparse random vectors whose outer products make up CG's matrix, one for each row, in the order in
 * which the generator yields them.
 *
 * <p>Immutable once made; any thread may read. Surprise: every endpoint draws all of them, since a draw that is
 * rejected shifts all later ones and so the sequence cannot be entered in the middle; that costs 5 ms in class A and
 * 100 ms in class C. Source: RNR-94-007, section "Kernel CG", description of {@code makea}.
 */
final class RandomVectors {
    /** The component that vector i has at position i. */
    private static final double OWN_COMPONENT = 0.5;

    private final int[] start;
    private final int[] position;
    private final double[] component;

    private RandomVectors(int[] start, int[] position, double[] component) {
        this.start = start;
        this.position = position;
        this.component = component;
    }

    /** Draws the vectors of a problem class. */
    static RandomVectors of(int rows, int nonzeros) {
        NasRandom random = new NasRandom(NasRandom.SEED);
        random.next(); // the benchmark throws the first number away
        int[] start = new int[rows + 1];
        int[] position = new int[rows * (nonzeros + 1)];
        double[] component = new double[rows * (nonzeros + 1)];
        int end = 0;
        for (int vector = 0; vector < rows; vector++) {
            start[vector] = end;
            int drawn = draw(random, rows, nonzeros, position, component, end);
            end = setOwnComponent(vector, position, component, end, drawn);
        }
        start[rows] = end;
        return new RandomVectors(start, Arrays.copyOf(position, end), Arrays.copyOf(component, end));
    }

    /** Draws pairs of value and place until enough different places lie inside the matrix. */
    private static int draw(NasRandom random, int rows, int nonzeros, int[] position, double[] component, int from) {
        int places = powerOfTwoFrom(rows);
        int end = from;
        while (end < from + nonzeros) {
            double value = random.next();
            int place = (int) (places * random.next());
            if (place < rows && indexOf(place, position, from, end) < 0) {
                position[end] = place;
                component[end] = value;
                end++;
            }
        }
        return end;
    }

    private static int setOwnComponent(int vector, int[] position, double[] component, int from, int end) {
        int found = indexOf(vector, position, from, end);
        int at = found < 0 ? end : found;
        position[at] = vector;
        component[at] = OWN_COMPONENT;
        return Math.max(end, at + 1);
    }

    private static int indexOf(int place, int[] position, int from, int end) {
        for (int i = from; i < end; i++) {
            if (position[i] == place) {
                return i;
            }
        }
        return -1;
    }

    private static int powerOfTwoFrom(int n) {
        int power = Integer.highestOneBit(n);
        return power == n ? power : power << 1;
    }

    int count() {
        return start.length - 1;
    }

    /** Returns the first element of a vector; the elements run to the start of the next one. */
    int start(int vector) {
        return start[vector];
    }

    int end(int vector) {
        return start[vector + 1];
    }

    int position(int element) {
        return position[element];
    }

    double component(int element) {
        return component[element];
    }
}
