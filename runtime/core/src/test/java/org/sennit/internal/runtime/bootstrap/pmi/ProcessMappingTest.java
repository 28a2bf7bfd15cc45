package org.sennit.internal.runtime.bootstrap.pmi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessMappingTest {
    @Test
    void fillsTheNodesOfABlockInTurn() {
        assertArrayEquals(new int[] {0, 0, 0, 1, 1, 1}, ProcessMapping.nodes("(vector,(0,2,3))", 6));
    }

    @Test
    void readsBlocksOfDifferentSizes() {
        assertArrayEquals(new int[] {0, 0, 0, 1}, ProcessMapping.nodes("(vector,(0,1,3),(1,1,1))", 4));
    }

    @Test
    void beginsAgainWhileThereAreMoreProcesses() {
        assertArrayEquals(new int[] {0, 1, 0, 1, 0}, ProcessMapping.nodes("(vector,(0,2,1))", 5));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "(vector)",
                "(vector,(0,0,1))",
                "(vector,(0,1,0),(1,1,1))",
                "(vector,(0,1,1)",
                "(vector,(0,1,99999999999))",
                "(tree,(0,1,1))"
            })
    void saysNothingWhereNothingCanBeRead(String text) {
        assertNull(ProcessMapping.nodes(text, 2));
    }
}
