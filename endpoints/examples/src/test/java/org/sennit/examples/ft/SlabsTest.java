package org.sennit.examples.ft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlabsTest {
    private static final Grid GRID = new Grid(16, 12, 8);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 11, 12, 13, 20})
    void theBlockForARankIsWhereItExpectsTheBlockOfTheSender(int ranks) {
        int rows = 0;
        for (int from = 0; from < ranks; from++) {
            Slabs sender = new Slabs(GRID, from, ranks);
            for (int to = 0; to < ranks; to++) {
                Slabs receiver = new Slabs(GRID, to, ranks);
                for (int z = sender.firstZ(); z < sender.endZ(); z++) {
                    for (int y = receiver.firstY(); y < receiver.endY(); y++) {
                        int inSendersBlock = sender.rowInPlanes(y, z) - to * sender.blockLength();
                        int inReceiversBlock = receiver.rowInColumns(y, z) - from * receiver.blockLength();
                        assertEquals(inSendersBlock, inReceiversBlock);
                        assertTrue(inSendersBlock >= 0 && inSendersBlock < sender.blockLength());
                        rows++;
                    }
                }
            }
        }
        assertEquals(GRID.ny() * GRID.nz(), rows, "each row goes from one rank to one rank");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13})
    void noTwoRowsOfARankOverlap(int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            Slabs slabs = new Slabs(GRID, rank, ranks);
            Set<Integer> rows = new HashSet<>();
            for (int z = slabs.firstZ(); z < slabs.endZ(); z++) {
                for (int y = 0; y < GRID.ny(); y++) {
                    int row = slabs.rowInPlanes(y, z);
                    assertTrue(rows.add(row) && row % slabs.rowLength() == 0 && row < slabs.length());
                }
            }
        }
    }

    @Test
    void saysWhenThePartOfAnEndpointIsTooLargeForAnArray() {
        Slabs slabs = new Slabs(new Grid(1024, 1024, 1024), 0, 1);
        String message =
                assertThrows(IllegalArgumentException.class, slabs::length).getMessage();
        assertTrue(message.contains("grid=1024 x 1024 x 1024 endpoints=1"), message);
    }
}
