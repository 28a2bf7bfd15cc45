package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Core;

/** Descriptions of vectors that come in parts: messages have no order. */
@Core
class ArrivingVectorsTest {
    private static final int ORIGIN = 3;
    private static final long ID = 40;
    private static final int PIECES = 3 * HeaderRoom.MOST_PIECES + 1;

    private final ArrivingVectors arriving = new ArrivingVectors();

    private static RemoteVector vector() {
        RemoteAddress[] addresses = new RemoteAddress[PIECES];
        long[] lengths = new long[PIECES];
        Arrays.setAll(addresses, i -> new RemoteAddress(0, i % 7, 5L * i));
        Arrays.setAll(lengths, i -> i % 11 + 1);
        return RemoteVector.iovector(addresses, lengths);
    }

    /** The headers of all parts. */
    private static List<MemorySegment> parts(long id) {
        List<MemorySegment> parts = new ArrayList<>();
        for (int first = 0; first < PIECES; first += HeaderRoom.MOST_PIECES) {
            int pieces = Math.min(HeaderRoom.MOST_PIECES, PIECES - first);
            parts.add(new HeaderRoom().part(id, 1, vector(), first, pieces)); // room of its own: all are kept
        }
        return parts;
    }

    @Test
    void areWholeWithTheLastPartInAnyOrder() {
        MemorySegment whole = MemorySegment.ofArray(new byte[(int) Wire.bytes(vector())]);
        Wire.putVector(whole, 0, vector());
        for (int seed = 0; seed < 20; seed++) {
            List<MemorySegment> parts = parts(ID);
            Collections.shuffle(parts, new Random(seed));
            for (MemorySegment part : parts.subList(1, parts.size())) {
                assertNull(arriving.add(ORIGIN, part));
            }
            MemorySegment description = arriving.add(ORIGIN, parts.getFirst());
            assertEquals(-1, whole.mismatch(description));
            assertEquals(1, arriving.size(), "until it is taken");
            assertEquals(-1, whole.mismatch(arriving.take(ORIGIN, ID)));
            assertEquals(0, arriving.size());
        }
    }

    @Test
    void areThoseOfTheirOrigin() {
        List<MemorySegment> one = parts(ID);
        List<MemorySegment> other = parts(ID + 4);
        MemorySegment last = one.removeLast();
        one.forEach(part -> assertNull(arriving.add(ORIGIN, part)));
        assertNull(arriving.add(ORIGIN + 1, last));
        other.subList(1, other.size()).forEach(part -> assertNull(arriving.add(ORIGIN, part)));
        assertNotNull(arriving.add(ORIGIN, last));
        assertEquals(3, arriving.size());
    }

    @Test
    void areForgottenWithTheLastPartThatWasSent() {
        int sent = 2 * HeaderRoom.MOST_PIECES;
        for (int before = 0; before <= 2; before++) {
            List<MemorySegment> parts = parts(ID).subList(0, 2);
            parts.subList(0, before).forEach(part -> assertNull(arriving.add(ORIGIN, part)));
            arriving.giveUp(ORIGIN, ID, sent);
            assertEquals(before < 2 ? 1 : 0, arriving.size());
            parts.subList(before, 2).forEach(part -> assertNull(arriving.add(ORIGIN, part)));
            assertEquals(0, arriving.size());
        }
    }

    @Test
    void areNotUsedWhenTheOriginHasGivenThemUpBefore() {
        arriving.giveUp(ORIGIN, ID, PIECES);
        parts(ID).forEach(part -> assertNull(arriving.add(ORIGIN, part)));
        assertEquals(0, arriving.size());
    }

    @Test
    void areForgottenWhenTheyAreWhole() {
        parts(ID).forEach(part -> arriving.add(ORIGIN, part));
        arriving.giveUp(ORIGIN, ID, PIECES);
        assertEquals(0, arriving.size());
    }
}
