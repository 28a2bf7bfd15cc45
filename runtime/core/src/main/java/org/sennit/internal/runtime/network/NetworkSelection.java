package org.sennit.internal.runtime.network;

import java.util.ArrayList;
import java.util.List;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.Providers;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.WrappedModuleFactory;

/**
 * The network module of a process, chosen among those on the class path: the most preferred that stands by itself, and
 * on top of it the wrappers that are available; or what {@link NetworkOptions#MODULE} names. Any thread.
 */
public final class NetworkSelection {
    /** Null where nothing can be chosen. */
    private final NetworkModuleFactory chosen;

    private final String failure;
    private final List<Candidate> candidates = new ArrayList<>();

    /**
     * One module that was looked at.
     *
     * @param factory what makes it
     * @param rejection why it is not used; null when it is
     */
    public record Candidate(NetworkModuleFactory factory, String rejection) {}

    private NetworkSelection(Options options, List<NetworkModuleFactory> factories) {
        String wanted = options.value(NetworkOptions.MODULE);
        List<NetworkModuleFactory> all = new ArrayList<>(factories);
        // A comparator of the JDK's would be spun at each start: it is serializable, so no cache of classes has it.
        all.sort((a, b) -> Integer.compare(b.preference(), a.preference()));
        boolean isWrapperWanted =
                all.stream().anyMatch(f -> f.isWrapper() && f.name().equals(wanted));
        NetworkModuleFactory top = null;
        String missing = null;
        for (NetworkModuleFactory factory : all) {
            if (!factory.isWrapper()) {
                String why =
                        wanted.isEmpty() || isWrapperWanted || factory.name().equals(wanted)
                                ? factory.unavailableBecause(options)
                                : otherThan(wanted);
                if (why == null && top != null) {
                    why = top.name() + " is preferred";
                }
                candidates.add(new Candidate(factory, why));
                top = why == null ? factory : top;
            }
        }
        for (NetworkModuleFactory factory : all.reversed()) { // the least preferred stands lowest
            if (factory.isWrapper()) {
                String why = factory.unavailableBecause(options);
                candidates.addFirst(new Candidate(factory, why));
                if (why != null && factory.name().equals(wanted)) {
                    missing = factory.name() + ": " + why;
                } else if (why == null && top != null) {
                    top = new WrappedModuleFactory(factory, top);
                }
            }
        }
        this.chosen = missing == null ? top : null;
        this.failure = missing == null ? reasons(wanted) : missing;
    }

    /**
     * Chooses among those on the class path.
     *
     * @return the selection, which may have failed
     */
    public static NetworkSelection of(Options options) {
        List<NetworkModuleFactory> factories = new ArrayList<>();
        Providers.of(NetworkModuleFactory.class).forEach(factories::add);
        return of(options, factories);
    }

    /**
     * Chooses among some.
     *
     * @return the selection, which may have failed
     */
    public static NetworkSelection of(Options options, List<NetworkModuleFactory> factories) {
        return new NetworkSelection(options, factories);
    }

    /**
     * Returns the factory of the chosen module.
     *
     * @throws SennitException UNSUPPORTED when there is none, naming each and why not; final
     */
    public NetworkModuleFactory chosen() {
        if (chosen == null) {
            throw new SennitException(
                    ErrorClass.UNSUPPORTED, "no network module for a job of several processes (" + failure + ")");
        }
        return chosen;
    }

    /** Returns all modules that were considered: wrappers, then what stands by itself, the more preferred first. */
    public List<Candidate> candidates() {
        return List.copyOf(candidates);
    }

    /** Returns the reason for which there is none, in a line; null when there is one. */
    public String failure() {
        return chosen == null ? failure : null;
    }

    /**
     * Returns the words with which a module says that the user has named another.
     *
     * @return a reason for {@link NetworkModuleFactory#unavailableBecause}
     */
    public static String otherThan(String wanted) {
        return "option net.module is " + wanted;
    }

    private String reasons(String wanted) {
        if (!wanted.isEmpty()
                && candidates.stream().noneMatch(c -> c.factory().name().equals(wanted))) {
            return "net.module=" + wanted + " (run --net) is none of "
                    + String.join(
                            ", ",
                            candidates.stream().map(c -> c.factory().name()).toList());
        }
        StringBuilder reasons = new StringBuilder();
        for (Candidate candidate : candidates) {
            if (candidate.rejection() != null) {
                reasons.append(reasons.isEmpty() ? "" : "; ")
                        .append(candidate.factory().name())
                        .append(": ")
                        .append(candidate.rejection());
            }
        }
        return reasons.isEmpty() ? "none on the class path" : reasons.toString();
    }
}
