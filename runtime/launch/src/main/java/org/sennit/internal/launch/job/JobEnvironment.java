package org.sennit.internal.launch.job;

import java.util.Map;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;

/**
 * Writes a process's numbers into its environment, where {@code Options.fromEnvironment()} finds them.
 *
 * <p>Threads: stateless.
 */
final class JobEnvironment {

    private JobEnvironment() {}

    static void put(Map<String, String> environment, String id, int process, int processes, int endpoints, int port) {
        put(environment, JobOptions.ID, id);
        put(environment, JobOptions.PROCESS, process);
        put(environment, JobOptions.PROCESSES, processes);
        put(environment, JobOptions.ENDPOINTS, endpoints);
        put(environment, JobOptions.INCARNATION, 0);
        put(environment, JobOptions.HOST_PROCESSES, processes);
        put(environment, JobOptions.SERVER_PORT, port);
    }

    private static void put(Map<String, String> environment, Option<?> option, Object value) {
        environment.put(Options.variableName(option.name()), value.toString());
    }
}
