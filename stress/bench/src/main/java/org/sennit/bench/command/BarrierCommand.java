package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench barrier}. */
@Command(name = "barrier", description = "Time of a barrier of all endpoints.", mixinStandardHelpOptions = true)
final class BarrierCommand extends CollectiveCommand {
    BarrierCommand() {
        super(Benchmark.BARRIER);
    }
}
