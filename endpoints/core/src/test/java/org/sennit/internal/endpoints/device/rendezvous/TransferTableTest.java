package org.sennit.internal.endpoints.device.rendezvous;

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
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.SeededRandom;

class TransferTableTest {
    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private final FailedPeers failed = new FailedPeers(true);
    private final TransferTable table = new TransferTable(failed);
    private final VirtualConnection[] connections = {new Peerless(0), new Peerless(1), new Peerless(2), new Peerless(3)
    };

    /** A transfer that takes itself out when it fails, as they do. */
    private final class Entry implements Transfer {
        private final long id = table.newId();
        private final VirtualConnection over;
        private Throwable cause;

        Entry(VirtualConnection over) {
            this.over = over;
        }

        Entry entered() {
            table.add(id, this);
            return this;
        }

        @Override
        public VirtualConnection connection() {
            return over;
        }

        @Override
        public void failed(long id, Throwable why) {
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
                Entry entry = new Entry(connections[random.nextInt(3)]);
                assertTrue(entry.id > 0 && used.add(entry.id), "an id is used once");
                assertNull(table.find(entry.id, entry.over));
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
                assertNull(table.find(any, connections[0]));
            } else {
                assertSame(expected, table.find(any, expected.over));
                assertNull(table.find(any, connections[3]));
            }
            assertEquals(model.size(), table.size());
        }
    }

    @Test
    void whatAPeerMakesUpIsNotFound() {
        new Entry(connections[0]).entered();
        for (long id : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 24 | 1, 2L << 24}) {
            assertNull(table.find(id, connections[0]), () -> "id=" + id);
            assertFalse(table.remove(id), () -> "id=" + id);
        }
    }

    @Test
    void theTransfersOfADeadProcessFailAndSoDoThoseThatComeTooLate() {
        SennitException cause = new SennitException(ErrorClass.PROC_FAILED, "as planned");
        Entry dead = new Entry(connections[1]).entered();
        Entry alive = new Entry(connections[2]).entered();
        failed.addProcess(1, cause);
        assertTrue(table.hasAny(1));
        table.failAll(1, cause);
        assertSame(cause, dead.cause);
        assertFalse(table.hasAny(1));
        assertSame(cause, new Entry(connections[1]).entered().cause);
        assertNull(alive.cause);
        assertNotNull(table.find(alive.id, connections[2]));
    }

    @Test
    void aTransferIsFoundAndFailedByItsOwnConnectionAlone() {
        VirtualConnection sameProcess = new Peerless(1);
        Entry entry = new Entry(connections[1]).entered();
        assertNull(table.find(entry.id, sameProcess));
        table.failAll(sameProcess, new SennitException(ErrorClass.NETWORK, "another lane's"));
        assertNull(entry.cause);
        SennitException cause = new SennitException(ErrorClass.NETWORK, "its own");
        table.failAll(connections[1], cause);
        assertSame(cause, entry.cause);
    }
}
