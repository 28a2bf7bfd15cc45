package org.sennit.bench.command;

import java.util.EnumMap;
import java.util.Map;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Setting;
import picocli.CommandLine.Option;

/** What the benchmarks of collectives have in common: blocking or nonblocking. One thread. */
abstract class CollectiveCommand extends TableCommand {
    @Option(
            names = "--nonblocking",
            description = "start and wait; then with a computation between them that takes as long: how much it hides")
    private boolean isNonblocking;

    CollectiveCommand(Benchmark benchmark) {
        super(benchmark);
    }

    @Override
    Map<Setting, String> settings() {
        Map<Setting, String> settings = new EnumMap<>(Setting.class);
        settings.put(Setting.CALL, isNonblocking ? Setting.NONBLOCKING : Setting.CALL.usual());
        return settings;
    }
}
