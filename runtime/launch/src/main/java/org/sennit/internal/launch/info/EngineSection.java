package org.sennit.internal.launch.info;

import java.util.function.BiConsumer;
import org.sennit.config.InfoSection;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.BootstrapSelection;
import org.sennit.spi.bootstrap.BootstrapProvider;

/** The section on the engine that has started this process, and why the others have not. Threads: stateless. */
public final class EngineSection implements InfoSection {
    @Override
    public int order() {
        return 25;
    }

    @Override
    public String title() {
        return "Engine that starts the processes";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        BootstrapSelection selection = BootstrapSelection.ofClassPath();
        BootstrapProvider chosen = selection.chosen(options);
        line.accept("chosen", chosen.name() + ", the most preferred that can be");
        if (!chosen.deaths().isEmpty()) {
            line.accept("deaths", chosen.deaths());
        }
        for (BootstrapProvider provider : selection.providers()) {
            String reason = provider.unavailableBecause(options);
            line.accept(provider.name(), reason == null ? "yes" : "no: " + reason);
        }
    }
}
