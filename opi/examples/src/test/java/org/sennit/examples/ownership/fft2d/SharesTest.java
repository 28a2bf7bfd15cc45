package org.sennit.examples.ownership.fft2d;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharesTest {
    @ParameterizedTest
    @CsvSource({"64, 1", "64, 4", "64, 7", "2, 5", "16384, 3"})
    void everyRowBelongsToOneRankAndSharesDifferByOneRow(int n, int size) {
        Shares shares = new Shares(n, size);
        int next = 0;
        for (int rank = 0; rank < size; rank++) {
            assertEquals(next, shares.first(rank));
            next += shares.count(rank);
            assertTrue(Math.abs(shares.count(rank) - (double) n / size) < 1, "rank=" + rank);
        }
        assertEquals(n, next);
    }
}
