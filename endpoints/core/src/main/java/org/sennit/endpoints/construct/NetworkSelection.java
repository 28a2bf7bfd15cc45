package org.sennit.endpoints.construct;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.netmod.NetworkModuleFactory;
import org.sennit.runtime.netmod.NetworkOptions;
import org.sennit.runtime.netmod.WrappedModuleFactory;

/** Chooses the network module of a process among those on the class path. */
public final class NetworkSelection {
    private NetworkSelection() {}

    /**
     * Chooses: a module that stands by itself, and on top of it the wrappers that say they are available.
     *
     * @param options the job's options
     * @return the factory
     * @throws SennitException UNSUPPORTED when there is none, naming each and why not; final
     */
    public static NetworkModuleFactory choose(Options options) {
        List<NetworkModuleFactory> all = new ArrayList<>();
        ServiceLoader.load(NetworkModuleFactory.class, NetworkModuleFactory.class.getClassLoader())
                .forEach(all::add);
        all.sort(Comparator.comparingInt(NetworkModuleFactory::preference).reversed());
        NetworkModuleFactory chosen = base(all, options);
        for (NetworkModuleFactory factory : all.reversed()) { // the least preferred stands lowest
            if (factory.isWrapper() && factory.unavailableBecause(options) == null) {
                chosen = new WrappedModuleFactory(factory, chosen);
            }
        }
        return chosen;
    }

    /** The module that stands on nothing else. */
    private static NetworkModuleFactory base(List<NetworkModuleFactory> all, Options options) {
        String wanted = options.value(NetworkOptions.MODULE);
        boolean isWrapperWanted =
                all.stream().anyMatch(f -> f.isWrapper() && f.name().equals(wanted));
        StringBuilder rejected = new StringBuilder();
        for (NetworkModuleFactory factory : all) {
            if (factory.isWrapper()) {
                continue;
            }
            String reason = wanted.isEmpty() || isWrapperWanted || wanted.equals(factory.name())
                    ? factory.unavailableBecause(options)
                    : "option net.module is " + wanted;
            if (reason == null) {
                return factory;
            }
            rejected.append(rejected.isEmpty() ? "" : "; ")
                    .append(factory.name())
                    .append(": ")
                    .append(reason);
        }
        throw new SennitException(
                ErrorClass.UNSUPPORTED,
                "no network module for a job of several processes ("
                        + (rejected.isEmpty() ? "none on the class path" : rejected) + ")");
    }
}
