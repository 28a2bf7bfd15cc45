package org.sennit.launch.info;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.BiConsumer;
import org.sennit.runtime.config.InfoSection;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.netmod.NetworkModuleFactory;
import org.sennit.runtime.netmod.NetworkOptions;

/**
 * Which network module the processes of a job would use, and why not another: the most preferred that is available,
 * unless the option {@code net.module} names one. Threads: stateless.
 */
public final class NetworkSection implements InfoSection {

    /** For {@link java.util.ServiceLoader}. */
    public NetworkSection() {}

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
        List<NetworkModuleFactory> factories = new ArrayList<>();
        ServiceLoader.load(NetworkModuleFactory.class).forEach(factories::add);
        factories.sort(Comparator.comparingInt(NetworkModuleFactory::preference).reversed());
        String wanted = options.value(NetworkOptions.MODULE);
        boolean isChosen = false;
        for (NetworkModuleFactory factory : factories) {
            String why = wanted.isEmpty() || wanted.equals(factory.name())
                    ? factory.unavailableBecause(options)
                    : "option net.module is " + wanted;
            String preference = "preference " + factory.preference();
            if (why != null) {
                line.accept(factory.name(), "not chosen: " + why);
            } else if (isChosen) {
                line.accept(factory.name(), "available, " + preference);
            } else {
                line.accept(factory.name(), "chosen: available, highest " + preference);
                isChosen = true;
            }
        }
        if (factories.isEmpty()) {
            line.accept("none", "only jobs of one process can run: no network module is on the class path");
        }
    }
}
