package org.sennit.examples.qmp.gauge;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What a measured plaquette is compared with. */
final class PublishedTest {
    @Test
    void allowsTheShiftOfPeriodicBoundariesOnSmallLatticesOnly() {
        Average measured = new Average(0.5949, 0.0003);
        assertTrue(Published.of(6.0, new int[] {8, 8, 8, 8}).agrees(measured));
        assertTrue(Published.of(6.0, new int[] {16, 16, 16, 8}).agrees(measured));
        assertFalse(Published.of(6.0, new int[] {12, 12, 12, 12}).agrees(measured));
        assertFalse(Published.of(6.0, new int[] {8, 8, 8, 8}).agrees(new Average(0.5958, 0.0003)));
    }

    @Test
    void knowsNothingOfTinyLatticesAndOtherCouplings() {
        assertNull(Published.of(6.0, new int[] {8, 8, 8, 4}));
        assertNull(Published.of(5.7, new int[] {8, 8, 8, 8}));
    }
}
