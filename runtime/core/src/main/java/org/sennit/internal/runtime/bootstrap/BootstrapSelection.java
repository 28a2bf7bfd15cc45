package org.sennit.internal.runtime.bootstrap;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.BootstrapProvider;
import org.sennit.spi.context.RuntimeContext;

/**
 * The bootstrap of a process, chosen among those on the class path: the most preferred whose engine has started it. Any
 * thread.
 */
public final class BootstrapSelection {
    private final List<BootstrapProvider> providers;

    private BootstrapSelection(List<BootstrapProvider> providers) {
        this.providers = new ArrayList<>(providers);
        // A comparator of the JDK's would be spun at each start: it is serializable, so no cache of classes has it.
        this.providers.sort((a, b) -> Integer.compare(b.preference(), a.preference()));
    }

    /**
     * Joins the job that this process is started for, by the providers on the class path.
     *
     * @param context clocks and threads of the job
     * @return this process's part of the job; close it at the end
     * @throws SennitException as {@link BootstrapProvider#join}; do not retry
     */
    public static Bootstrap join(Options options, RuntimeContext context) {
        return ofClassPath().chosen(options).join(options, context);
    }

    /** Returns the choice among the providers on the class path. */
    public static BootstrapSelection ofClassPath() {
        List<BootstrapProvider> found = new ArrayList<>();
        Providers.of(BootstrapProvider.class).forEach(found::add);
        return of(found);
    }

    /** Returns the providers, the most preferred first. */
    public List<BootstrapProvider> providers() {
        return List.copyOf(providers);
    }

    static BootstrapSelection of(List<BootstrapProvider> providers) {
        return new BootstrapSelection(providers);
    }

    /**
     * Returns the provider whose engine has started this process, or that the user has named.
     *
     * @throws SennitException BOOTSTRAP: none has; ARG: there is none of the name; do not retry
     */
    public BootstrapProvider chosen(Options options) {
        String wanted = options.value(JobOptions.ENGINE);
        List<String> reasons = new ArrayList<>();
        for (BootstrapProvider provider : providers) {
            if (!wanted.isEmpty() && !wanted.equals(provider.name())) {
                continue;
            }
            String reason = provider.unavailableBecause(options);
            if (reason == null) {
                return provider;
            }
            reasons.add(provider.name() + ": " + reason);
        }
        if (!wanted.isEmpty() && reasons.isEmpty()) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "no engine " + JobOptions.ENGINE.name() + "=" + wanted + "; there are "
                            + providers.stream().map(BootstrapProvider::name).collect(Collectors.joining(", ")));
        }
        throw new SennitException(
                ErrorClass.BOOTSTRAP,
                "no bootstrap for this process ("
                        + (reasons.isEmpty() ? "none on the class path" : String.join("; ", reasons)) + ")");
    }
}
