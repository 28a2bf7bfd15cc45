package org.sennit.internal.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.Providers;
import org.sennit.message.SennitException;

/**
 * Checks the options that environment variables and system properties set, as those of the command line are. Threads:
 * stateless.
 */
final class EnvironmentCheck {
    /** What the script {@code sennit} reads or sets itself. */
    private static final Set<String> OF_THE_SCRIPT = Set.of("java.opts", "no.cache", "launch.cache");

    /** First words of what a launcher above this one sets, and of the settings of Sennit's own tests. */
    private static final List<String> OF_OTHERS = List.of("job.", "test.");

    private EnvironmentCheck() {}

    /**
     * Warns of names that no option has, in a line of standard error each.
     *
     * @param command that a mistake is to name
     * @throws CommandLineMistake an option has an illegal value
     */
    static void check(String command) {
        Options options = Options.fromEnvironment();
        Set<String> names = new TreeSet<>(options.namesFromEnvironment());
        names.removeIf(OF_THE_SCRIPT::contains);
        if (names.isEmpty()) {
            return; // to look for the options takes longer than to start a program
        }
        Map<String, Option<?>> known = known();
        for (String name : names) {
            if (!known.containsKey(name) && OF_OTHERS.stream().noneMatch(name::startsWith)) {
                System.err.println("sennit: WARN " + options.sourceOf(name) + ": there is no option '" + name + "'"
                        + NearestName.hint(name, known.keySet()));
            }
        }
        names.retainAll(known.keySet());
        for (String name : names) {
            try {
                options.value(known.get(name));
            } catch (SennitException illegal) {
                throw new CommandLineMistake(command + ": " + illegal.getMessage());
            }
        }
    }

    /** Returns all options by their names. */
    static Map<String, Option<?>> known() {
        Map<String, Option<?>> known = new LinkedHashMap<>();
        for (OptionProvider provider : Providers.of(OptionProvider.class)) {
            provider.options().forEach(option -> known.put(option.name(), option));
        }
        return known;
    }
}
