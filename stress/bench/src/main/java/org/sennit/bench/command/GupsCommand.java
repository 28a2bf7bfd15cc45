package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench gups}. */
@Command(
        name = "gups",
        description = "Atomic updates of random words of a table that lies with all endpoints, updates a second of all;"
                + " sizes are of an endpoint's part.",
        mixinStandardHelpOptions = true)
final class GupsCommand extends TableCommand {
    GupsCommand() {
        super(Benchmark.GUPS);
    }

    @Override
    long granuleBytes() {
        return Long.BYTES;
    }
}
