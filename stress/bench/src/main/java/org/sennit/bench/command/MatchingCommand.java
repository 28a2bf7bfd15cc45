package org.sennit.bench.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.sennit.bench.depth.MatchingDepth;
import org.sennit.bench.peer.PeerSetting;
import org.sennit.bench.peer.Peers;
import org.sennit.bench.report.PeerFigure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench matching}: the cost of a match with many receives or messages in the queue. */
@Command(
        name = "matching",
        description = "Time of a message with up to 100,000 posted receives or unexpected messages.",
        mixinStandardHelpOptions = true)
final class MatchingCommand implements Callable<Integer> {
    /** C MPIs search lists: with 100,000 they need half a minute for each round. */
    private static final int DEEPEST_OF_PEERS = 10_000;

    private static final int PEER_BATCHES = 5;

    @Spec
    private CommandSpec spec;

    @Option(names = "--depths", split = ",", paramLabel = "N", description = "depths (default: 1 to 100,000)")
    private List<Integer> depths = MatchingDepth.DEPTHS;

    @Option(
            names = "--seconds",
            description = "how long each figure is measured (default: ${DEFAULT-VALUE})",
            defaultValue = "0.3")
    private double seconds;

    @Option(names = "--no-peers", description = "leaves out the C peers")
    private boolean isWithoutPeers;

    @Override
    public Integer call() {
        if (depths.isEmpty() || depths.stream().anyMatch(n -> n < 1 || n > 1 << 22)) {
            throw new ParameterException(spec.commandLine(), "--depths: 1 to 4194304");
        }
        new MatchingDepth(depths, seconds, isWithoutPeers ? List.of() : peerFigures(), System.out).run();
        return 0;
    }

    private List<PeerFigure> peerFigures() {
        List<Long> sizes = depths.stream()
                .filter(n -> n <= DEEPEST_OF_PEERS)
                .map(Integer::longValue)
                .toList();
        List<PeerFigure> figures = new ArrayList<>();
        if (sizes.isEmpty()) {
            return figures;
        }
        Peers.Run work = new Peers.Run("matching", 2, sizes, PEER_BATCHES, 0, false, 1);
        try (Peers peers = new Peers()) {
            Peers.installed(PeerSetting.Transport.SHARED_MEMORY).stream()
                    .filter(setting -> !setting.label().endsWith("-tuned")) // they differ in the copy only
                    .forEach(setting -> figures.addAll(peers.run(setting, work)));
            peers.troubles().forEach(line -> spec.commandLine().getErr().println("sennit bench: " + line));
        }
        return figures;
    }
}
