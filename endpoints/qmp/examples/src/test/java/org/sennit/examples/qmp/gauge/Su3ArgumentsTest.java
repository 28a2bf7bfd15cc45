package org.sennit.examples.qmp.gauge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.sennit.examples.qmp.lattice.LatticeSize;
import picocli.CommandLine;

class Su3ArgumentsTest {
    @Test
    void readsTheCommandLine() {
        Su3Arguments arguments = parse("--lattice", "4x4x4x8", "--beta", "5.7", "--start", "hot");
        assertEquals(new LatticeSize(4, 4, 4, 8), arguments.lattice);
        assertEquals(5.7, arguments.beta);
        assertEquals(Su3Arguments.Start.HOT, arguments.start);
        assertNull(arguments.mistake());
    }

    @Test
    void hasDefaultsForAll() {
        Su3Arguments arguments = parse();
        assertEquals(new LatticeSize(8, 8, 8, 8), arguments.lattice);
        assertEquals(6.0, arguments.beta);
        assertNull(arguments.mistake());
    }

    @Test
    void saysWhatIsWrong() {
        assertEquals("--beta must be above 0, not -1.0", parse("--beta", "-1").mistake());
        assertEquals(
                "--sweeps must be at least 1, not 0", parse("--sweeps", "0").mistake());
        assertEquals(
                "--plot writes a PNG: the name must end in .png, not history.svg",
                parse("--plot", "runs/history.svg").mistake());
        assertNull(parse("--plot", "history.PNG").mistake());
    }

    private static Su3Arguments parse(String... args) {
        Su3Arguments arguments = new Su3Arguments();
        new CommandLine(arguments).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(args);
        return arguments;
    }
}
