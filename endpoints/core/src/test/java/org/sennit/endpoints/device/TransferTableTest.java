package org.sennit.endpoints.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.testkit.SeededRandom;

class TransferTableTest {
    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private final FailedPeers failed = new FailedPeers(true);
    private final TransferTable table = new TransferTable(failed);

    /** A transfer that takes itself out when it fails, as they do. */
    private final class Entry implements Transfer {
        private final long id = table.newId();
        private final int process;
        private Throwable cause;

        Entry(int process) {
            this.process = process;
        }

        Entry entered() {
            table.add(id, this);
            return this;
        }

        @Override
        public int process() {
            return process;
        }

        @Override
        public void failed(Throwable why) {
            if (table.remove(id)) {
                cause = why;
            }
        }
    }

    @Test
    void findsWhatIsUnderWayAndNothingElse() {
        Map<Long, Entry> model = new HashMap<>();
        Set<Long> used = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            if (model.isEmpty() || random.nextInt(100) < 51) {
                Entry entry = new Entry(random.nextInt(3));
                assertTrue(entry.id > 0 && used.add(entry.id), "an id is used once");
                assertNull(table.find(entry.id, entry.process));
                model.put(entry.id, entry.entered());
            } else {
                long id = model.keySet().iterator().next();
                assertTrue(table.remove(id));
                assertFalse(table.remove(id));
                model.remove(id);
            }
            long any = used.iterator().next();
            Entry expected = model.get(any);
            if (expected == null) {
                assertNull(table.find(any, 0));
            } else {
                assertSame(expected, table.find(any, expected.process));
                assertNull(table.find(any, expected.process + 1));
            }
            assertEquals(model.size(), table.size());
        }
    }

    @Test
    void whatAPeerMakesUpIsNotFound() {
        new Entry(0).entered();
        for (long id : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 24 | 1, 2L << 24}) {
            assertNull(table.find(id, 0), () -> "id=" + id);
            assertFalse(table.remove(id), () -> "id=" + id);
        }
    }

    @Test
    void theTransfersOfADeadProcessFailAndSoDoThoseThatComeTooLate() {
        SennitException cause = new SennitException(ErrorClass.PROC_FAILED, "as planned");
        Entry dead = new Entry(1).entered();
        Entry alive = new Entry(2).entered();
        failed.addProcess(1, cause);
        assertTrue(table.hasAny(1));
        table.failAll(1, cause);
        assertSame(cause, dead.cause);
        assertFalse(table.hasAny(1));
        assertSame(cause, new Entry(1).entered().cause);
        assertNull(alive.cause);
        assertNotNull(table.find(alive.id, 2));
    }
}
