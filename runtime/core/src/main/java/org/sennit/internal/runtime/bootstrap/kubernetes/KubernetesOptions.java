package org.sennit.internal.runtime.bootstrap.kubernetes;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;

/** The options that the manifest of a Job sets for its pods. */
public final class KubernetesOptions implements OptionProvider {
    /** Name of the headless service of the Job. */
    static final Option<String> SERVICE = Option.ofString(
            "kubernetes.service", "", "headless Service of the pods of an Indexed Job, by which they find each other");

    /** Number of pods. */
    static final Option<Integer> PODS = Option.ofInt(
            "kubernetes.pods",
            1,
            1,
            Integer.MAX_VALUE,
            "pods",
            "completions of the Indexed Job, each of which is a process");

    /** The port of process 0. */
    static final Option<Integer> PORT = Option.ofInt(
            "kubernetes.port",
            4711,
            1,
            65_535,
            "",
            "port at which pod 0 of an Indexed Job keeps the key-value server through which the pods meet");

    @Override
    public List<Option<?>> options() {
        return List.of(SERVICE, PODS, PORT);
    }
}
