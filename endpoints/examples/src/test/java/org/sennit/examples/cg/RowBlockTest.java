package org.sennit.examples.cg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowBlockTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 16, 63, 64, 65, 200})
    void coversEveryRowOnceInRankOrder(int ranks) {
        int next = 0;
        for (int rank = 0; rank < ranks; rank++) {
            RowBlock block = RowBlock.of(64, rank, ranks);
            assertEquals(Math.min(64, rank * block.blockRows()), block.first());
            assertEquals(next, block.first());
            next += block.count();
        }
        assertEquals(64, next);
    }
}
