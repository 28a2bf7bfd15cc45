package org.sennit.examples.qmp.lattice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class LatticeSizeTest {
    @Test
    void readsWhatItWrites() {
        LatticeSize size = new LatticeSize(4, 6, 8, 16);
        assertEquals("4x6x8x16", size.toString());
        assertEquals(size, new LatticeSize.Reader().convert("4X6x8x16"));
        assertArrayEquals(new int[] {4, 6, 8, 16}, size.extents());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8",
                "8x8x8",
                "8x8x8x8x8",
                "8x8x8x",
                "8x8x8x7",
                "8x8x8x0",
                "8x8x8x-2",
                "64x64x64x64",
                "2147483646x2147483646x2147483646x2147483646",
                "axbxcxd"
            })
    void refusesWhatIsNoLattice(String text) {
        TypeConversionException refused =
                assertThrows(TypeConversionException.class, () -> new LatticeSize.Reader().convert(text));
        assertEquals("'" + text + "'", refused.getMessage().substring(0, text.length() + 2));
    }
}
