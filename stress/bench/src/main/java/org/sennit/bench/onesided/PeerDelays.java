package org.sennit.bench.onesided;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.sennit.bench.peer.PeerSetting;
import org.sennit.bench.peer.Peers;
import org.sennit.bench.report.PeerFigure;

/**
 * Times of the same accesses through libraries in C, with one setting: medians in ns by the names of
 * {@link DelayProgram}, to a target that waits and to one that computes. Immutable.
 *
 * @param label the setting
 * @param waiting to a target that waits; without those that failed
 * @param busy to one that computes; empty where that was not wanted
 */
public record PeerDelays(String label, List<PeerFigure> waiting, List<PeerFigure> busy) {
    /** In the order of the kinds of the program in C. */
    private static final List<String> KINDS = List.of("put", "get", "lock", "accumulate", "fetch-and-op");

    /** Copies the lists. */
    public PeerDelays {
        waiting = List.copyOf(waiting);
        busy = List.copyOf(busy);
    }

    /**
     * Runs the program with all settings, one after the other. Blocks until they have ended, some 15 s each.
     *
     * @param settings libraries and transports
     * @param isBusy whether the target computes as well
     * @param rounds accesses of each kind at most
     * @param trouble receives a line for each that did not work
     */
    public static List<PeerDelays> measure(
            List<PeerSetting> settings, boolean isBusy, int rounds, Consumer<String> trouble) {
        List<PeerDelays> delays = new ArrayList<>();
        if (settings.isEmpty()) {
            return delays;
        }
        try (Peers peers = new Peers()) {
            for (PeerSetting setting : settings) {
                delays.add(new PeerDelays(
                        setting.label(),
                        peers.run(setting, run("target=waits", rounds)),
                        isBusy ? peers.run(setting, run("target=computes", rounds)) : List.of()));
            }
            peers.troubles().forEach(trouble);
        }
        return delays;
    }

    private static Peers.Run run(String target, int rounds) {
        List<Long> kinds = LongStream.range(0, KINDS.size()).boxed().toList();
        return new Peers.Run("delay", 2, kinds, rounds, 0, false, 1, List.of(target));
    }

    /** Returns the median of an access, in ns; NaN where there is none. */
    static double medianNs(List<PeerFigure> figures, String name) {
        return figures.stream()
                .filter(each -> KINDS.get((int) each.sizeBytes()).equals(name))
                .mapToDouble(each -> each.time().medianNs())
                .findFirst()
                .orElse(Double.NaN);
    }
}
