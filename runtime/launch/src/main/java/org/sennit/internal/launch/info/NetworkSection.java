package org.sennit.internal.launch.info;

import java.util.function.BiConsumer;
import org.sennit.config.InfoSection;
import org.sennit.config.Options;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.internal.runtime.network.NetworkSelection;
import org.sennit.spi.network.NetworkModuleFactory;

/**
 * The section on the network modules that the processes of a job would use, one on top of the other, and why not
 * another. Threads: stateless.
 */
public final class NetworkSection implements InfoSection {
    @Override
    public int order() {
        return 20;
    }

    @Override
    public String title() {
        return "Network modules";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        NetworkSelection selection = NetworkSelection.of(options);
        String wanted = options.value(NetworkOptions.MODULE);
        boolean isFirst = true;
        for (NetworkSelection.Candidate candidate : selection.candidates()) {
            NetworkModuleFactory factory = candidate.factory();
            if (candidate.rejection() != null) {
                line.accept(factory.name(), "not chosen: " + candidate.rejection());
                continue;
            }
            String why = wanted.isEmpty() ? "available, preference " + factory.preference() : why(options, wanted);
            String place = factory.isWrapper() ? "on top of what follows, for processes of one host" : "for all others";
            line.accept(factory.name(), "chosen" + (isFirst && !factory.isWrapper() ? "" : " " + place) + ": " + why);
            isFirst = false;
        }
        if (selection.failure() != null) {
            line.accept("none", "only jobs of one process can run: " + selection.failure());
        }
    }

    private static String why(Options options, String wanted) {
        return NetworkOptions.MODULE.name() + "=" + wanted + " (" + options.origin(NetworkOptions.MODULE) + ")";
    }
}
