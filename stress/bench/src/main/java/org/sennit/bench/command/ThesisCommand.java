package org.sennit.bench.command;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.sennit.bench.ownership.Thesis;
import org.sennit.bench.peer.PeerSetting;
import org.sennit.bench.peer.Peers;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.report.Chart;
import org.sennit.bench.report.Metric;
import org.sennit.bench.report.TableRow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench thesis}. */
@Command(
        name = "thesis",
        description = "The ownership experiments of Friedley's thesis of 2013, beside the figures printed there.",
        mixinStandardHelpOptions = true)
final class ThesisCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "-t",
            paramLabel = "ENDPOINTS",
            description = "endpoints of the applications (default: ${DEFAULT-VALUE})",
            defaultValue = "2")
    private int endpoints;

    @Option(names = "--part", split = ",", paramLabel = "PART", description = "${COMPLETION-CANDIDATES} (default: all)")
    private List<Thesis.Part> parts = List.of(Thesis.Part.values());

    @Option(names = "--no-peers", description = "leaves out the C peers")
    private boolean isWithoutPeers;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "draws communication plus unpacking as a PNG picture as well")
    private Path plot;

    @Override
    public Integer call() {
        if (endpoints < 1) {
            throw new ParameterException(spec.commandLine(), "-t: at least 1, not " + endpoints);
        }
        String why = plot == null
                ? null
                : parts.contains(Thesis.Part.UNPACK)
                        ? Chart.whyNotTo(plot)
                        : "it draws the part UNPACK, which is not asked for";
        if (why != null) {
            throw new ParameterException(spec.commandLine(), "--plot " + plot + ": " + why);
        }
        List<PeerSetting> peers = isWithoutPeers ? List.of() : Peers.installed(PeerSetting.Transport.SHARED_MEMORY);
        List<TableRow> rows = new Thesis(endpoints, peers, System.out, this::complain).run(parts);
        if (plot != null && !rows.isEmpty()) {
            Chart.write(plot, Benchmark.UNPACK.title(), Metric.BANDWIDTH, rows);
        }
        return 0;
    }

    private void complain(String line) {
        spec.commandLine().getErr().println("sennit bench: " + line);
    }
}
