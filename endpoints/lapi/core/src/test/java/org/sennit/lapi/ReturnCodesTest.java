package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** The numbers of lapi.h, and the codes of vectors at the target. */
@Deadline(seconds = 30)
@Core
class ReturnCodesTest {
    @Test
    void eachCodeHasTheNumberOfTheHeaderFile() {
        Map<String, Integer> numbers = new TreeMap<>();
        put(numbers, 409, "HDR_HNDLR_NULL");
        put(numbers, 417, "HNDL_INVALID", "RET_PTR_NULL", "ADDR_HNDL_RANGE", "ADDR_TBL_NULL", "TGT_PURGED");
        put(numbers, 422, "MULTIPLE_WAITERS");
        put(numbers, 425, "ORG_ADDR_NULL", "TGT_ADDR_NULL", "DATA_LEN", "TGT", "UHDR_NULL", "UHDR_LEN", "HDR_LEN");
        put(numbers, 432, "ORG_EXTENT", "ORG_STRIDE");
        put(numbers, 440, "ORG_VEC_ADDR", "ORG_VEC_LEN", "ORG_VEC_NULL", "ORG_VEC_TYPE", "STRIDE_ORG_VEC_ADDR_NULL");
        put(numbers, 445, "STRIDE_TGT_VEC_ADDR_NULL", "TGT_EXTENT", "TGT_STRIDE", "TGT_VEC_ADDR", "TGT_VEC_LEN");
        put(numbers, 451, "TGT_VEC_NULL", "TGT_VEC_TYPE", "VEC_NUM_DIFF", "VEC_TYPE_DIFF", "VEC_LEN_DIFF");
        put(numbers, 456, "MSG_INFO_NULL");
        put(numbers, 458, "CNTR_NULL", "CNTR_VAL", "QUERY_TYPE", "IN_VAL_NULL", "RMW_OP", "TGT_VAR_NULL", "SET_VAL");
        put(numbers, 474, "OP_SZ");
        put(numbers, 476, "XFER_CMD");
        put(numbers, 501, "INVALID_SEND_REPLY_TGT");
        numbers.forEach(
                (name, number) -> assertEquals(number, LapiStatus.valueOf(name).code(), name));
        assertEquals(0, LapiStatus.SUCCESS.code());
    }

    /** Names of consecutive numbers. */
    private static void put(Map<String, Integer> numbers, int first, String... names) {
        for (int i = 0; i < names.length; i++) {
            numbers.put(names[i], first + i);
        }
    }

    @Test
    void eachMistakeInAVectorAtTheTargetHasItsCode() {
        Job.run(2, Options.of(new Properties(), Map.of()), endpoint -> {
            Lapi lapi = Lapi.init(endpoint);
            RemoteAddress[] all = lapi.addressInit(lapi.register(new byte[64]));
            int target = 1 - lapi.task();
            RemoteAddress there = all[target];
            RemoteAddress[] two = {there, there.plus(8)};
            RemoteAddress[] oneIsNull = {there, null};
            long most = lapi.qenv(LapiQuery.MAX_DATA_SZ);
            LapiVector pieces = LapiVector.generic(MemorySegment.ofArray(new byte[16]));
            LapiVector blocks = LapiVector.strided(new byte[16], 2, 4, 8);
            Map<RemoteVector, LapiStatus> ofPieces = Map.of(
                    RemoteVector.generic(oneIsNull, new long[] {8, 1}), LapiStatus.TGT_VEC_ADDR,
                    RemoteVector.generic(two, new long[] {most, 1}), LapiStatus.TGT_VEC_LEN,
                    RemoteVector.generic(two, new long[] {8, -1}), LapiStatus.TGT_VEC_LEN);
            Map<RemoteVector, LapiStatus> ofBlocks = Map.of(
                    RemoteVector.strided(null, 2, 4, 8), LapiStatus.STRIDE_TGT_VEC_ADDR_NULL,
                    RemoteVector.strided(there, 2, 4, 3), LapiStatus.TGT_STRIDE,
                    RemoteVector.strided(there, 3, 4, most / 2), LapiStatus.TGT_EXTENT);
            ofPieces.forEach((vector, status) -> refusedBothWays(status, lapi, target, vector, pieces));
            ofBlocks.forEach((vector, status) -> refusedBothWays(status, lapi, target, vector, blocks));
            refused(LapiStatus.TGT_VEC_NULL, () -> lapi.putv(target, null, pieces, null, null, null));
            lapi.term();
        });
    }

    private static void refusedBothWays(LapiStatus wanted, Lapi lapi, int target, RemoteVector vector, LapiVector own) {
        LapiCounter counter = lapi.newCounter();
        refused(wanted, () -> lapi.putv(target, vector, own, null, counter, counter));
        refused(wanted, () -> lapi.getv(target, vector, own, null, counter));
        assertEquals(0, lapi.getcntr(counter));
    }

    private static void refused(LapiStatus wanted, Executable call) {
        assertEquals(wanted, assertThrows(LapiException.class, call).status());
    }
}
