package org.sennit.bench.command;

import java.util.Map;
import java.util.stream.Stream;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Setting;
import org.sennit.bench.program.Synchronization;
import picocli.CommandLine.Option;

/** What the benchmarks of accesses to windows have in common: how an access is completed. One thread. */
abstract class AccessCommand extends TableCommand {
    @Option(
            names = "--sync",
            paramLabel = "HOW",
            description =
                    "flush or flush-local (in one epoch of a lock), lock, lock-all, pscw (post, start, complete, wait)"
                            + " or fence (default: ${DEFAULT-VALUE})",
            defaultValue = "flush")
    private String sync;

    AccessCommand(Benchmark benchmark) {
        super(benchmark);
    }

    @Override
    Map<Setting, String> settings() {
        check(
                Stream.of(Synchronization.values()).anyMatch(each -> each.word().equals(sync)),
                "--sync: one of " + Synchronization.words() + ", not " + sync);
        return Map.of(Setting.SYNC, sync);
    }
}
