package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class LapiVectorTest {
    @Test
    void noPiecesAtAllAreRefusedByTheCallThatTakesTheVector() {
        MemorySegment[] none = null;
        assertEquals(LapiStatus.ORG_VEC_ADDR, LapiVector.generic(none).checkAsOrigin());
        assertEquals(LapiStatus.TGT_VEC_ADDR, LapiVector.iovector(none).checkAsTarget());
        assertEquals(
                LapiStatus.SUCCESS, LapiVector.generic(new MemorySegment[0]).checkAsOrigin());
    }
}
