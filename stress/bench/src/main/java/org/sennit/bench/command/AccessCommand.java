package org.sennit.bench.command;

import java.util.List;
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

    @Option(
            names = "--exposed",
            paramLabel = "MEMORY",
            description =
                    "memory of the window: allocated (by the library), or the user's, array or segment, or dynamic (a"
                            + " segment that is attached) (default: ${DEFAULT-VALUE})",
            defaultValue = "allocated")
    private String exposed;

    AccessCommand(Benchmark benchmark) {
        super(benchmark);
    }

    @Override
    Map<Setting, String> settings() {
        check(
                Stream.of(Synchronization.values()).anyMatch(each -> each.word().equals(sync)),
                "--sync: one of " + Synchronization.words() + ", not " + sync);
        check(
                List.of("allocated", "array", "segment", "dynamic").contains(exposed),
                "--exposed: allocated, array, segment or dynamic, not " + exposed);
        return Map.of(Setting.SYNC, sync, Setting.EXPOSED, exposed);
    }
}
