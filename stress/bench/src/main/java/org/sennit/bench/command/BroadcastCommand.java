package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench broadcast}. */
@Command(
        name = "broadcast",
        description = "Time of a broadcast, whose root moves on with each call.",
        mixinStandardHelpOptions = true)
final class BroadcastCommand extends RootedCommand {
    BroadcastCommand() {
        super(Benchmark.BROADCAST);
    }
}
