package org.sennit.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The queues by key, with many keys, removal from the middle, and use of freed entries. */
class MatchTableTest {
    @Test
    void holdsManyKeysAndGivesEachTheOldest() {
        MatchTable<Integer> table = new MatchTable<>();
        List<MatchTable.Entry<Integer>> entries = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            entries.clear();
            for (int i = 0; i < 10_000; i++) {
                entries.add(table.add(0, i % 100, i / 10, i));
            }
            assertEquals(10_000, table.size());
            for (int i = 0; i < 10_000; i++) {
                assertEquals(i, table.oldest(0, i % 100, i / 10));
                table.remove(entries.get(i));
            }
            assertEquals(0, table.size());
            assertNull(table.oldest(0, 1, 0));
        }
    }

    @Test
    void removesFromTheMiddle() {
        MatchTable<String> table = new MatchTable<>();
        MatchTable.Entry<String> a = table.add(1, 2, 3, "a");
        MatchTable.Entry<String> b = table.add(1, 2, 3, "b");
        MatchTable.Entry<String> c = table.add(1, 2, 3, "c");
        table.remove(b);
        assertEquals("a", table.oldest(1, 2, 3));
        table.remove(a);
        assertEquals("c", table.oldest(1, 2, 3));
        table.remove(c);
        assertNull(table.oldest(1, 2, 3));
    }
}
