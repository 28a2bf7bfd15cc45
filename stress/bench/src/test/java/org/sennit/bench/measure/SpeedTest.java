package org.sennit.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SpeedTest {

    @Test
    void isNearWhenBothProbesAreAtMost70Ns() {
        assertEquals(Speed.NEAR, Speed.of(22.5, 70));
    }

    @Test
    void isFarWhenBothProbesAreFrom100To260Ns() {
        assertEquals(Speed.FAR, Speed.of(100, 260));
    }

    @Test
    void isMixedWhenTheProbesDisagreeOrFitNeither() {
        assertEquals(Speed.MIXED, Speed.of(30, 160));
        assertEquals(Speed.MIXED, Speed.of(80, 80));
        assertEquals(Speed.MIXED, Speed.of(160, 300));
        assertEquals(Speed.MIXED, Speed.of(Double.NaN, 30));
        assertEquals(Speed.MIXED, Speed.of());
    }
}
