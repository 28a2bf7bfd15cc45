package org.sennit.bench.onesided;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.bench.program.Network;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class TargetDelayTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void timesEachAccessToATargetThatWaitsAndToOneThatComputes() {
        assertTrue(measure(true) >= 0);
        assertEquals(
                List.of("put", "get", "lock", "accumulate", "fetch-and-op", "amsend"),
                rows().stream().map(line -> line.split(" ")[0]).toList());
        assertTrue(rows().stream().noneMatch(line -> line.contains(" - ")), rows().toString());
    }

    @Test
    void aTargetThatOnlyWaitsDelaysNothing() {
        assertTrue(Double.isNaN(measure(false)));
        assertTrue(rows().stream().allMatch(line -> line.endsWith(" -")), rows().toString());
    }

    private double measure(boolean isBusy) {
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        return new TargetDelay(1, Network.BEST, isBusy, 20, out, line -> fail(line)).longestDelayNs();
    }

    private List<String> rows() {
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }
}
