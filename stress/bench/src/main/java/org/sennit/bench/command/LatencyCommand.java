package org.sennit.bench.command;

import java.util.List;
import java.util.Map;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sennit bench latency}. */
@Command(
        name = "latency",
        description = "One-way time of a message between two endpoints, ping-pong.",
        mixinStandardHelpOptions = true)
final class LatencyCommand extends TableCommand {
    @Option(
            names = "--beside",
            paramLabel = "MEMORY",
            description =
                    "array, segment, arena or shared: messages from this memory in turn with those from --memory, in"
                            + " one table")
    private String beside;

    LatencyCommand() {
        super(Benchmark.LATENCY);
    }

    @Override
    Map<Setting, String> settings() {
        check(
                beside == null || List.of("array", "segment", "arena", "shared").contains(beside),
                "--beside: array, segment, arena or shared, not " + beside);
        return Map.of(Setting.BESIDE, beside == null ? Setting.BESIDE.usual() : beside);
    }
}
