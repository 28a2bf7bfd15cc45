package org.sennit.bench.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.sennit.bench.ownership.Thesis;
import org.sennit.bench.peer.PeerSetting;
import org.sennit.bench.peer.Peers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench thesis}. */
@Command(
        name = "thesis",
        description = "The HMPI thesis's experiments on ownership, beside its own figures.",
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

    ThesisCommand() {}

    @Override
    public Integer call() {
        if (endpoints < 1) {
            throw new ParameterException(spec.commandLine(), "-t: at least 1, not " + endpoints);
        }
        List<PeerSetting> peers = isWithoutPeers ? List.of() : Peers.installed(PeerSetting.Transport.SHARED_MEMORY);
        new Thesis(endpoints, peers, System.out, this::complain).run(parts);
        return 0;
    }

    private void complain(String line) {
        spec.commandLine().getErr().println("sennit bench: " + line);
    }
}
