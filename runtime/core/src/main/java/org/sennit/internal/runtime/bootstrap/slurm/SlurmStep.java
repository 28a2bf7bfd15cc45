package org.sennit.internal.runtime.bootstrap.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sennit.internal.runtime.bootstrap.engine.EnginePlace;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A step of Slurm, as the environment of a task describes it.
 *
 * @param place number of the task, and how many there are
 * @param id job and step, unique in the cluster
 * @param nodes the nodes of the step in Slurm's order; task 0 is on the first
 * @param node which of them is this one
 * @param nodeTasks the number of tasks that are on this node
 * @param ports those that {@code srun --resv-ports} has reserved; may be empty
 * @param launchAddress the address of the host where srun runs, which is often the first node; empty where it is not
 *     set
 */
record SlurmStep(
        EnginePlace place,
        String id,
        List<String> nodes,
        int node,
        int nodeTasks,
        List<Integer> ports,
        String launchAddress) {
    static final String STEP = "SLURM_STEP_ID";
    static final String TASKS = "SLURM_STEP_NUM_TASKS";

    /**
     * Reads the environment.
     *
     * @throws SennitException BOOTSTRAP: a variable is missing or malformed; do not retry
     */
    static SlurmStep of(String engine, Map<String, String> environment) {
        EnginePlace place = new EnginePlace(
                engine, EnginePlace.number(environment, "SLURM_PROCID"), EnginePlace.number(environment, TASKS));
        List<String> nodes = NodeList.expand(text(environment, "SLURM_STEP_NODELIST"));
        int node = EnginePlace.number(environment, "SLURM_NODEID");
        List<Integer> tasks = tasksPerNode(text(environment, "SLURM_STEP_TASKS_PER_NODE"));
        if (node >= nodes.size() || tasks.size() != nodes.size()) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    "the numbers of Slurm do not fit together: node=" + node + " nodes=" + nodes.size() + " counts="
                            + tasks.size());
        }
        return new SlurmStep(
                place,
                text(environment, "SLURM_JOB_ID") + "." + text(environment, STEP),
                nodes,
                node,
                tasks.get(node),
                ports(environment.getOrDefault("SLURM_STEP_RESV_PORTS", "")),
                environment.getOrDefault("SLURM_LAUNCH_NODE_IPADDR", ""));
    }

    private static String text(Map<String, String> environment, String name) {
        String text = environment.getOrDefault(name, "");
        if (text.isEmpty()) {
            throw new SennitException(ErrorClass.BOOTSTRAP, "the environment variable " + name + " is not set");
        }
        return text;
    }

    /** Reads numbers such as {@code 2(x3),1}: 2, 2, 2, 1. */
    static List<Integer> tasksPerNode(String text) {
        List<Integer> counts = new ArrayList<>();
        try {
            for (String part : text.split(",", -1)) {
                int times = part.indexOf("(x");
                int count = Integer.parseInt(times < 0 ? part : part.substring(0, times));
                int repeats = times < 0 ? 1 : Integer.parseInt(part.substring(times + 2, part.length() - 1));
                if (count < 0 || repeats < 1 || counts.size() + (long) repeats > 1 << 16) {
                    throw new NumberFormatException(part);
                }
                for (int i = 0; i < repeats; i++) {
                    counts.add(count);
                }
            }
            return counts;
        } catch (IndexOutOfBoundsException | NumberFormatException malformed) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP, "malformed number of tasks per node from Slurm: '" + text + "'", malformed);
        }
    }

    /** Ports as Slurm writes them, {@code 12000-12003,12010}; none where they are not set, or malformed. */
    private static List<Integer> ports(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        try {
            return NodeList.expand("[" + text + "]").stream()
                    .map(Integer::valueOf)
                    .filter(port -> port > 0 && port < 1 << 16)
                    .toList();
        } catch (SennitException malformed) {
            return List.of();
        }
    }
}
