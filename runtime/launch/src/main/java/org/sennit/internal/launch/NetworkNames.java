package org.sennit.internal.launch;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.spi.network.NetworkModuleFactory;

/** The names that {@code --net} takes: Sennit's own modules, and those of jars on the class path. Stateless. */
final class NetworkNames {
    private NetworkNames() {}

    /**
     * Returns the error in a name; null when a module has it. Other jars are looked at only when it is none of
     * Sennit's own.
     *
     * @param loader of the job's class path
     */
    static String mistake(String name, ClassLoader loader) {
        if (NetworkOptions.NAMES.contains(name)) {
            return null;
        }
        Set<String> names = new LinkedHashSet<>(NetworkOptions.NAMES);
        try {
            ServiceLoader.load(NetworkModuleFactory.class, loader).forEach(factory -> names.add(factory.name()));
        } catch (ServiceConfigurationError broken) {
            return "--net " + name + ": "
                    + broken.getMessage().lines().findFirst().orElse("a module is broken");
        }
        if (names.contains(name)) {
            return null;
        }
        List<String> known = new ArrayList<>(names);
        return "--net " + name + ": there are " + String.join(", ", known) + NearestName.hint(name, known);
    }
}
