package org.sennit.bench.command;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.sennit.bench.onesided.DelayPlan;
import org.sennit.bench.onesided.PeerDelays;
import org.sennit.bench.onesided.TargetDelay;
import org.sennit.bench.peer.PeerSetting;
import org.sennit.bench.peer.Peers;
import org.sennit.bench.program.Network;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench onesided}. */
@Command(
        name = "onesided",
        description =
                "Times of single accesses and active messages of 8 B to a target that waits, and to one that computes.",
        mixinStandardHelpOptions = true)
final class OneSidedCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "-n",
            paramLabel = "PROCESSES",
            description = "JVMs, 1 or 2, of two endpoints in all (default: ${DEFAULT-VALUE})",
            defaultValue = "1")
    private int processes;

    @Option(
            names = "--net",
            paramLabel = "MODULE",
            description =
                    "between JVMs: tcp, tls (tcp, encrypted), unix or mapped (default: the fastest that is available)",
            defaultValue = "best")
    private String net;

    @Option(names = "--busy-target", description = "also while the target computes without calling Sennit")
    private boolean isBusy;

    @Option(
            names = "--exposed",
            paramLabel = "MEMORY",
            description =
                    "memory of the window: allocated, by the window, or array, of the heap, whose accesses and locks"
                            + " are calls between JVMs (default: ${DEFAULT-VALUE})",
            defaultValue = "allocated")
    private String exposed;

    @Option(
            names = "--rounds",
            description =
                    "accesses of each kind, at most; each kind takes at most a second (default: ${DEFAULT-VALUE})",
            defaultValue = "100000")
    private int rounds;

    @Option(names = "--no-peers", description = "leaves out the C peers")
    private boolean isWithoutPeers;

    @Override
    public Integer call() {
        check(processes == 1 || processes == 2, "-n: 1 or 2, not " + processes);
        check(rounds >= 1, "--rounds: must be positive");
        Network network = Stream.of(Network.values())
                .filter(each -> each.word().equals(net))
                .findFirst()
                .orElseThrow(() ->
                        new ParameterException(spec.commandLine(), "--net: tcp, tls, unix or mapped, not " + net));
        check(network == Network.BEST || processes == 2, "--net: there is no network in one JVM; add -n 2");
        check(exposed.equals("allocated") || exposed.equals("array"), "--exposed: allocated or array, not " + exposed);
        boolean[] hasFailed = new boolean[1];
        List<PeerSetting> peers =
                isWithoutPeers ? List.of() : Peers.installed(PeerSetting.Transport.of(processes, network));
        List<PeerDelays> ofPeers = PeerDelays.measure(peers, isBusy, rounds, this::complain);
        DelayPlan plan = new DelayPlan(isBusy, exposed.equals("array"), rounds);
        new TargetDelay(processes, network, plan, ofPeers, System.out, line -> {
                    hasFailed[0] = true;
                    complain(line);
                })
                .longestDelayNs();
        return hasFailed[0] ? 1 : 0;
    }

    private void complain(String line) {
        spec.commandLine().getErr().println("sennit bench: " + line);
    }

    private void check(boolean isRight, String message) {
        if (!isRight) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
