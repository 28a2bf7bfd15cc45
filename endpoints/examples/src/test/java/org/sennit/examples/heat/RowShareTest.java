package org.sennit.examples.heat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowShareTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 30, 31, 50})
    void sharesDifferByOneRowAtMostAndCoverAll(int ranks) {
        int rows = 30;
        int next = 0;
        for (int rank = 0; rank < ranks; rank++) {
            RowShare share = RowShare.of(rows, rank, ranks);
            assertEquals(next, share.first());
            assertTrue(share.count() == rows / ranks || share.count() == rows / ranks + 1);
            next = share.end();
        }
        assertEquals(rows, next);
    }
}
