package org.sennit.internal.endpoints.am.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OperationTableTest {
    private int made;
    private final OperationTable<Operation> table = new OperationTable<>(Operation::new);

    private final class Operation extends OperationTable.Entry {
        Operation() {
            made++;
        }
    }

    @Test
    void findsAnOperationByItsIdUntilItIsTakenOut() {
        Operation operation = table.take();
        long id = table.enter(operation);
        assertSame(operation, table.find(id));
        assertTrue(table.remove(id));
        assertNull(table.find(id));
        assertFalse(table.remove(id));
    }

    @Test
    void usesOneAgainUnderAnotherId() {
        Operation operation = table.take();
        long first = table.enter(operation);
        table.remove(first);
        table.recycle(operation);
        assertSame(operation, table.take());
        long second = table.enter(operation);
        assertNull(table.find(first));
        assertFalse(table.remove(first));
        assertSame(operation, table.find(second));
    }

    @Test
    void givesThePlaceOfADroppedOneToAnotherOneWithIdsOfItsOwn() {
        Operation dropped = table.take();
        long old = table.enter(dropped);
        table.remove(old);
        table.drop(dropped);
        Operation other = table.take();
        assertNotSame(dropped, other);
        long id = table.enter(other);
        assertEquals((int) old, (int) id, "the place");
        assertNull(table.find(old));
        assertSame(other, table.find(id));
    }

    @Test
    void keepsNoMoreThanTheFirstOfABurst() {
        int burst = 3 * OperationTable.KEPT;
        List<Operation> all = new ArrayList<>();
        Set<Long> ids = new HashSet<>();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < burst; i++) {
                Operation operation = table.take();
                assertTrue(ids.add(table.enter(operation)), "an id has come again");
                all.add(operation);
            }
            assertEquals(burst, table.idsOf(_ -> true).size());
            for (Operation each : all) {
                table.remove(each.id());
                table.recycle(each);
            }
            all.clear();
            assertEquals(burst + round * (burst - OperationTable.KEPT), made);
        }
    }

    @Test
    void knowsNoIdThatWasNeverGiven() {
        table.recycle(table.take());
        assertNull(table.find(0));
        assertNull(table.find(-1));
        assertNull(table.find(Long.MAX_VALUE));
        assertNull(table.find(1L << Integer.SIZE | 99));
    }
}
