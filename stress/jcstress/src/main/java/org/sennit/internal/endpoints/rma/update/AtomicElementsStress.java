package org.sennit.internal.endpoints.rma.update;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIIIII_Result;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.memory.Region;
import org.sennit.message.ElementType;

/** Two members update elements of a window at once, by different instructions, and in the same word. */
public final class AtomicElementsStress {
    private AtomicElementsStress() {}

    /** A long and an int, each with the way to access it. */
    private abstract static class Words {
        final Region longs = Region.of(MemorySegment.ofArray(new long[1]));
        final Region ints = Region.of(MemorySegment.ofArray(new int[1]));
        final AtomicElements ofLongs = AtomicElements.of(longs, 0, ElementType.LONG);
        final AtomicElements ofInts = AtomicElements.of(ints, 0, ElementType.INT);
    }

    /** One adds 1, the other replaces 0 by 10: of a long, then of an int. */
    @JCStressTest
    @Outcome(
            id = "(1, 11|0, 1), (1, 11|0, 1)",
            expect = ACCEPTABLE,
            desc = "The sum has found what was swapped in, or the swap has found the sum.")
    @Outcome(expect = FORBIDDEN, desc = "The sum or the swap is lost.")
    @State
    public static class SumAndSwap extends Words {
        @Actor
        public void adder() {
            ofLongs.getAndAdd(longs, 0, 1);
            ofInts.getAndAdd(ints, 0, 1);
        }

        /** Whether each was swapped. */
        @Actor
        public void swapper(IIII_Result r) {
            r.r1 = ofLongs.compareAndSet(longs, 0, 0, 10) ? 1 : 0;
            r.r3 = ofInts.compareAndSet(ints, 0, 0, 10) ? 1 : 0;
        }

        /** Reports what is there in the end. */
        @Arbiter
        public void outcome(IIII_Result r) {
            r.r2 = (int) ofLongs.get(longs, 0);
            r.r4 = (int) ofInts.get(ints, 0);
        }
    }

    /** One replaces by 4, the other sets bit 0, each returns what was there: of a long, then of an int. */
    @JCStressTest
    @Outcome(
            id = "(0, 4, 5|1, 0, 4), (0, 4, 5|1, 0, 4)",
            expect = ACCEPTABLE,
            desc = "The one that came second has found what the first one had left.")
    @Outcome(expect = FORBIDDEN, desc = "An update is lost.")
    @State
    public static class ReplaceAndCombine extends Words {
        @Actor
        public void replacing(IIIIII_Result r) {
            r.r1 = (int) update(ofLongs, longs, ElementType.LONG, Reduction.REPLACE, 4);
            r.r4 = (int) update(ofInts, ints, ElementType.INT, Reduction.REPLACE, 4);
        }

        /** Sets the bit. */
        @Actor
        public void combining(IIIIII_Result r) {
            r.r2 = (int) update(ofLongs, longs, ElementType.LONG, Reduction.BOR, 1);
            r.r5 = (int) update(ofInts, ints, ElementType.INT, Reduction.BOR, 1);
        }

        private static long update(
                AtomicElements elements, Region region, ElementType type, Reduction operation, long operand) {
            return ElementUpdates.update(elements, region, 0, type, operation, operand);
        }

        /** Reports what is there in the end. */
        @Arbiter
        public void outcome(IIIIII_Result r) {
            r.r3 = (int) ofLongs.get(longs, 0);
            r.r6 = (int) ofInts.get(ints, 0);
        }
    }

    /** Both add 1 to an element of an array of bytes, shorts and chars, to neighbors in a word, and to a part of it. */
    @JCStressTest
    @Outcome(id = "2, 2, 2, 1, 1, 2", expect = ACCEPTABLE, desc = "No sum is lost.")
    @Outcome(id = "2, 2, 2, .*", expect = FORBIDDEN, desc = "A sum in a word is lost, of a neighbor or of both.")
    @Outcome(expect = FORBIDDEN, desc = "A sum in an array is lost.")
    @State
    public static class ShortElements {
        private final Region bytes = Region.of(MemorySegment.ofArray(new byte[1]));
        private final Region shorts = Region.of(MemorySegment.ofArray(new short[1]));
        private final Region chars = Region.of(MemorySegment.ofArray(new char[1]));
        private final Region word = Region.of(MemorySegment.ofArray(new int[1]));

        @Actor
        public void first() {
            addAll(0);
        }

        @Actor
        public void second() {
            addAll(1);
        }

        private void addAll(int own) {
            add(bytes, 0, ElementType.BYTE);
            add(shorts, 0, ElementType.SHORT);
            add(chars, 0, ElementType.CHAR);
            add(word, own, ElementType.BYTE);
            add(word, Short.BYTES, ElementType.SHORT);
        }

        private static void add(Region region, long offset, ElementType type) {
            AtomicElements.of(region, offset, type).getAndAdd(region, offset, 1);
        }

        @Arbiter
        public void outcome(IIIIII_Result r) {
            r.r1 = get(bytes, 0, ElementType.BYTE);
            r.r2 = get(shorts, 0, ElementType.SHORT);
            r.r3 = get(chars, 0, ElementType.CHAR);
            r.r4 = get(word, 0, ElementType.BYTE);
            r.r5 = get(word, 1, ElementType.BYTE);
            r.r6 = get(word, Short.BYTES, ElementType.SHORT);
        }

        private static int get(Region region, long offset, ElementType type) {
            return (int) AtomicElements.of(region, offset, type).get(region, offset);
        }
    }
}
