package org.sennit.bench.command;

import java.util.Map;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sennit bench persistent}. */
@Command(
        name = "persistent",
        description =
                "Time of an exchange by persistent requests, started and awaited, beside declared channels of QMP.",
        mixinStandardHelpOptions = true)
final class PersistentCommand extends TableCommand {
    private static final int MOST_DIRECTIONS = 8;

    @Option(
            names = "--directions",
            description = "messages that each endpoint sends and receives at once, 1 to 8 (default: ${DEFAULT-VALUE})",
            defaultValue = "1")
    private int directions;

    @Option(
            names = "--strided",
            description = "sends the faces of a lattice of 8x8x8x8 sites; sizes from 4096 bytes; 73728 is a face of"
                    + " matrices of 3x3 complex numbers")
    private boolean isStrided;

    PersistentCommand() {
        super(Benchmark.PERSISTENT);
    }

    @Override
    Map<Setting, String> settings() {
        check(directions >= 1 && directions <= MOST_DIRECTIONS, "--directions: 1 to 8, not " + directions);
        return Map.of(
                Setting.DIRECTIONS,
                Integer.toString(directions),
                Setting.LAYOUT,
                isStrided ? Setting.STRIDED : Setting.LAYOUT.usual());
    }

    @Override
    long granuleBytes() {
        return isStrided ? Setting.STRIDED_GRANULE_BYTES : 1;
    }
}
