package org.sennit.internal.runtime.affinity;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sennit.config.Option;
import org.sennit.config.Options;

/**
 * The processors on which each endpoint of this process runs: one core, socket or NUMA node each, in the order of ranks
 * on the host, out of those that were left to the process. Immutable.
 *
 * @param allowed what was left to the process, for threads that are not bound
 * @param places the processors by endpoint of this process; empty: none is bound
 * @param reason why, in one line
 */
public record BindingPlan(ProcessorSet allowed, List<ProcessorSet> places, String reason) {
    /** The unit that endpoints are bound to. */
    public static final Option<String> BIND = Option.ofChoice(
            "bind",
            "auto",
            "what each endpoint's thread is bound to; auto: to cores where that helps (sennit info says whether)",
            "auto",
            "core",
            "socket",
            "numa",
            "none");

    /**
     * Chooses.
     *
     * @param options may say
     * @param shares what each process of the job has, by its number
     * @param process the number of this process
     * @param isVirtual whether endpoints run on virtual threads
     */
    public static BindingPlan choose(Options options, List<HostShare> shares, int process, boolean isVirtual) {
        return choose(options.value(BIND), shares, process, isVirtual, ProcessorTopology.SYSTEM);
    }

    /**
     * Returns whether a job of several processes may have bound threads here, where they fit.
     *
     * @param options may say
     * @return false when it has none for certain
     */
    public static boolean mayBind(Options options) {
        String wanted = options.value(BIND);
        return !wanted.equals("none")
                && !(wanted.equals("auto")
                        && ProcessorTopology.online(ProcessorTopology.SYSTEM).equals(HostShare.allowedHere()));
    }

    static BindingPlan choose(String wanted, List<HostShare> shares, int process, boolean isVirtual, Path system) {
        HostShare own = shares.get(process);
        ProcessorTopology topology = new ProcessorTopology(system, own.allowed());
        String against = against(wanted, shares, own, isVirtual, system);
        if (against != null) {
            return none(own, against);
        }
        int before = 0;
        int all = 0;
        for (int p = 0; p < shares.size(); p++) {
            HostShare share = shares.get(p);
            if (share.kernel().equals(own.kernel()) && share.allowed().equals(own.allowed())) {
                before += p < process ? share.endpoints() : 0;
                all += share.endpoints();
            }
        }
        List<ProcessorSet> cores = topology.cores();
        String fit = all + " endpoints on " + cores.size() + " cores (" + own.allowed() + ")";
        if (all > cores.size()) {
            return none(own, fit + ": not bound, so that the system can share the cores out");
        }
        List<ProcessorSet> places = new ArrayList<>();
        for (int endpoint = 0; endpoint < own.endpoints(); endpoint++) {
            ProcessorSet core = cores.get(before + endpoint);
            places.add(
                    switch (wanted) {
                        case "socket" -> topology.socketOf(core);
                        case "numa" -> topology.nodeOf(core);
                        default -> core;
                    });
        }
        String what = wanted.equals("auto") ? "core" : wanted;
        return new BindingPlan(own.allowed(), List.copyOf(places), fit + ": each bound to a " + what);
    }

    /** Returns the reason against binding, whatever the number of cores; null: none. */
    private static String against(
            String wanted, List<HostShare> shares, HostShare own, boolean isVirtual, Path system) {
        if (wanted.equals("none")) {
            return "not bound, as the option says";
        }
        if (wanted.equals("auto") && shares.size() == 1) {
            return "not bound, since the job has one process (run --bind core)";
        }
        if (wanted.equals("auto") && own.allowed().equals(ProcessorTopology.online(system))) {
            return "not bound, since other programs may want the same cores: neither Slurm, taskset nor a container has"
                    + " given this job cores of its own (run --bind core)";
        }
        if (AffinityCalls.INSTANCE == null
                || own.kernel().isEmpty()
                || own.allowed().size() == 0) {
            return "not bound, since the system or the JVM's flags do not allow it (--enable-native-access)";
        }
        if (isVirtual) {
            return "not bound, since endpoints on virtual threads move";
        }
        for (HostShare share : shares) {
            if (share.kernel().equals(own.kernel())
                    && !share.allowed().equals(own.allowed())
                    && share.allowed().and(own.allowed()).size() > 0) {
                return "not bound, since processes of this host were given processors that overlap: " + own.allowed()
                        + " and " + share.allowed();
            }
        }
        return null;
    }

    private static BindingPlan none(HostShare own, String reason) {
        return new BindingPlan(own.allowed(), List.of(), reason);
    }
}
