package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sources by number. That growth does not lose an entry from sight is jcstress's: OwnershipStress. */
class SourceTableTest {
    private final SourceTable table = new SourceTable();

    private static final class Source implements PayloadSource {
        @Override
        public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
            throw new UnsupportedOperationException("never matched");
        }

        @Override
        public void discard(long lengthBytes) {
            throw new UnsupportedOperationException("never matched");
        }
    }

    @Test
    void findsAllOfThemAfterItHasGrown() {
        List<Source> sources = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            sources.add(new Source());
            assertEquals(i, table.add(sources.getLast()));
        }
        for (int i = 0; i < 1000; i++) {
            assertSame(sources.get(i), table.get(i));
        }
        assertEquals(1000, table.size());
        assertEquals(1000, table.end());
    }

    @Test
    void givesANumberAgainOnlyWhenItIsFree() {
        Set<Integer> held = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            held.add(table.add(new Source()));
        }
        for (int i = 0; i < 300; i += 2) {
            table.remove(i);
            held.remove(i);
            assertNull(table.get(i));
        }
        assertEquals(150, table.size());
        for (int i = 0; i < 150; i++) {
            Source fresh = new Source();
            int number = table.add(fresh);
            assertEquals(true, held.add(number), "twice: " + number);
            assertSame(fresh, table.get(number));
        }
        assertEquals(300, table.end());
        assertEquals(300, table.add(new Source()));
    }

    @Test
    void hasNothingUnderNumbersThatItHasNotGiven() {
        table.add(new Source());
        for (int number : new int[] {-1, 1, 63, 64, 1 << 20, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertNull(table.get(number));
        }
    }
}
