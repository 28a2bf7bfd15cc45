package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sennit.active.ActiveMessages;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;

/** The numbers of handlers say what a message is of. */
@Core
class HandlerNumbersTest {
    private static final List<LapiOperation> NAMING =
            List.of(LapiOperation.AMSENDV, LapiOperation.AMSEND, LapiOperation.MULTICAST, LapiOperation.DGSP);

    @Test
    void eachIndexHasANumberForEachOperation() {
        Set<Integer> seen = new HashSet<>();
        for (int index = 1; HandlerNumbers.isIndex(index); index++) {
            for (LapiOperation operation : NAMING) {
                int number = HandlerNumbers.of(operation, index);
                assertTrue(seen.add(number) && number <= ActiveMessages.MAX_HANDLER);
                assertTrue(HandlerNumbers.isOfUser(number));
                assertEquals(index, HandlerNumbers.indexOf(number));
                assertEquals(operation, HandlerNumbers.operationOf(number));
            }
        }
        assertEquals((HandlerNumbers.TABLE_SIZE - 1) * NAMING.size(), seen.size());
        for (LapiOperation operation : NAMING) {
            int number = HandlerNumbers.dropped(operation);
            assertTrue(seen.add(number));
            assertFalse(HandlerNumbers.isOfUser(number));
            assertEquals(operation, HandlerNumbers.operationOf(number));
        }
    }

    @Test
    void allMessagesOfAnOperationAreOfIt() {
        assertAllOf(
                LapiOperation.GETV,
                HandlerNumbers.GETV,
                HandlerNumbers.GETV_VECTOR,
                HandlerNumbers.GETV_REPLY,
                HandlerNumbers.GETV_GIVEN_UP);
        assertAllOf(
                LapiOperation.PUTV,
                HandlerNumbers.PUTV,
                HandlerNumbers.PUTV_VECTOR,
                HandlerNumbers.PUTV_READY,
                HandlerNumbers.PUTV_DATA,
                HandlerNumbers.PUTV_GIVEN_UP);
        assertAllOf(LapiOperation.GET, HandlerNumbers.GET, HandlerNumbers.REPLY);
        assertAllOf(LapiOperation.RMW, HandlerNumbers.MODIFY, HandlerNumbers.PREVIOUS);
        assertAllOf(LapiOperation.RDMA, HandlerNumbers.RDMA_PUT, HandlerNumbers.RDMA_GET, HandlerNumbers.RDMA_REPLY);
    }

    private static void assertAllOf(LapiOperation operation, int... numbers) {
        for (int number : numbers) {
            assertEquals(operation, HandlerNumbers.operationOf(number));
        }
    }

    /** Memory that cannot be had is that of the side at which the message has arrived. */
    @Test
    void anErrorOfMemoryNamesTheMemory() {
        assertEquals(LapiStatus.TGT_ADDR_NULL, status(HandlerNumbers.PUT));
        assertEquals(LapiStatus.TGT_ADDR_NULL, status(HandlerNumbers.RDMA_PUT));
        assertEquals(LapiStatus.TGT_ADDR_NULL, status(HandlerNumbers.GET));
        assertEquals(LapiStatus.TGT_ADDR_NULL, status(HandlerNumbers.RDMA_GET));
        assertEquals(LapiStatus.TGT_VEC_ADDR, status(HandlerNumbers.GETV));
        assertEquals(LapiStatus.TGT_VEC_ADDR, status(HandlerNumbers.PUTV_DATA));
        assertEquals(LapiStatus.ORG_ADDR_NULL, status(HandlerNumbers.REPLY));
        assertEquals(LapiStatus.ORG_ADDR_NULL, status(HandlerNumbers.RDMA_REPLY));
        assertEquals(LapiStatus.ORG_VEC_ADDR, status(HandlerNumbers.GETV_REPLY));
    }

    private static LapiStatus status(int number) {
        LapiStatus[] found = new LapiStatus[1];
        Errors errors = new Errors(error -> found[0] = error.status());
        errors.failed(0, number, new SennitException(ErrorClass.NO_MEM, "meant"));
        return found[0];
    }
}
