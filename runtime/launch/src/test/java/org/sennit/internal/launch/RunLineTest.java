package org.sennit.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunLineTest {

    private static RunLine parse(String words) {
        return RunLine.parse(List.of(words.split(" ")));
    }

    private static String mistake(String words) {
        return assertThrows(CommandLineMistake.class, () -> parse(words)).getMessage();
    }

    @Test
    void takesValuesInEveryForm() {
        for (String words : List.of("-n 2 M", "-n2 M", "-n=2 M", "--processes 2 M", "--processes=2 M")) {
            RunLine line = parse(words);
            assertEquals("2", line.last(RunFlag.PROCESSES), words);
            assertEquals(List.of("M"), line.program(), words);
        }
    }

    @Test
    void leavesEverythingAfterTheProgramToTheProgram() {
        RunLine line = parse("-t 4 -l cg A -n 3 --help");
        assertEquals(List.of("cg", "A", "-n", "3", "--help"), line.program());
        assertNull(line.last(RunFlag.PROCESSES));
        assertEquals("", line.last(RunFlag.PREFIX));
    }

    @Test
    void keepsEveryValueOfAFlagThatMayBeRepeated() {
        RunLine line = parse("-J-Xmx1g -J -Xss2m -o a=b -o c=d M");
        assertEquals(List.of("-Xmx1g", "-Xss2m"), line.all(RunFlag.JVM_FLAG));
        assertEquals(List.of("a=b", "c=d"), line.all(RunFlag.OPTION));
    }

    @Test
    void takesANegativeNumberForAValue() {
        assertEquals("-3", parse("-t -3 M").last(RunFlag.ENDPOINTS));
    }

    @Test
    void namesTheNearestOption() {
        assertEquals("run: unknown option '--prefx'; did you mean '--prefix'?", mistake("--prefx M"));
        assertEquals("run: unknown option '--proceses'; did you mean '--processes'?", mistake("--proceses=3 M"));
        assertEquals("run: unknown option '--weather'", mistake("--weather M"));
    }

    @Test
    void saysWhichValueIsMissing() {
        assertEquals("run: -n needs a value: -n N", mistake("-n"));
        assertEquals("run: --prefix takes no value: --prefix=yes", refusedValue());
    }

    private static String refusedValue() {
        return mistake("--prefix=yes M");
    }
}
