package org.sennit.bench.command;

import java.util.Map;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Setting;
import picocli.CommandLine.Option;

/** What the benchmarks of collectives with a root have in common. One thread. */
abstract class RootedCommand extends CollectiveCommand {
    @Option(
            names = "--root",
            paramLabel = "RANK",
            description = "0: always, as OSU's, with a barrier between calls, mean of all endpoints"
                    + " (default: another one with each call)")
    private String root;

    RootedCommand(Benchmark benchmark) {
        super(benchmark);
    }

    @Override
    Map<Setting, String> settings() {
        check(root == null || root.equals(Setting.FIXED_ROOT), "--root: 0, not " + root);
        Map<Setting, String> settings = super.settings();
        settings.put(Setting.ROOT, root == null ? Setting.ROOT.usual() : root);
        return settings;
    }
}
