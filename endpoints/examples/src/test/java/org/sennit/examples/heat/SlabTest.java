package org.sennit.examples.heat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class SlabTest {
    @Test
    void takesTheMeanOfFourNeighborsAndKeepsTheBorder() {
        Slab slab = whole(3, 3, new float[] {0, 4, 0, 8, 100, 16, 0, 12, 0}, new byte[9]);
        step(slab);
        assertEquals(90, slab.largestChange());
        slab.advance();
        assertArrayEquals(new float[] {0, 4, 0, 8, 10, 16, 0, 12, 0}, field(slab));
    }

    @Test
    void keepsFixedPixelsInside() {
        byte[] isFixed = new byte[16];
        isFixed[5] = 1;
        float[] start = new float[16];
        start[5] = 1;
        Slab slab = whole(4, 4, start, isFixed);
        step(slab);
        slab.advance();
        step(slab);
        slab.advance();
        assertArrayEquals(new float[] {0, 0, 0, 0, 0, 1, 0.25f, 0, 0, 0.25f, 0.125f, 0, 0, 0, 0, 0}, field(slab));
    }

    @Test
    void agreesWithTheDefinitionOnTheBraid() {
        Picture braid = Braid.draw(61, 47);
        byte[] isFixed = FixedPixels.borderAndBright(braid, 0.5f);
        float[] expected = byDefinition(braid, isFixed, 50);
        Slab slab = whole(61, 47, braid.brightness(), isFixed);
        for (int i = 0; i < 50; i++) {
            step(slab);
            slab.advance();
        }
        assertArrayEquals(expected, field(slab));
    }

    @Test
    void doesNothingWhereAllIsBorder() {
        for (int[] size : new int[][] {{1, 1}, {2, 2}, {1, 9}, {9, 2}}) {
            float[] start = new float[size[0] * size[1]];
            start[0] = 1;
            Slab slab = whole(size[0], size[1], start, new byte[start.length]);
            step(slab);
            assertEquals(0, slab.largestChange());
            slab.advance();
            assertArrayEquals(start, field(slab));
        }
    }

    static float[] byDefinition(Picture picture, byte[] isFixed, int steps) {
        int width = picture.width();
        float[] field = picture.brightness().clone();
        for (int step = 0; step < steps; step++) {
            float[] next = field.clone();
            for (int i = 0; i < field.length; i++) {
                if (isFixed[i] == 0) {
                    next[i] = 0.25f * ((field[i - width] + field[i + width]) + (field[i - 1] + field[i + 1]));
                }
            }
            field = next;
        }
        return field;
    }

    private static Slab whole(int width, int height, float[] start, byte[] isFixed) {
        float[] temperature = new float[(height + 2) * width];
        System.arraycopy(start, 0, temperature, width, start.length);
        return new Slab(width, height, RowShare.of(height, 0, 1), temperature, isFixed);
    }

    private static void step(Slab slab) {
        slab.computeInner();
        slab.computeOuter();
    }

    private static float[] field(Slab slab) {
        return slab.ownRows().toArray(ValueLayout.JAVA_FLOAT);
    }
}
