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
public final class JobEnvironment {
    private JobEnvironment() {}

    /**
     * Writes the numbers of a process of a job whose processes are all on this host.
     *
     * @param endpoints how many the process has; 0: the program decides
     * @param port of the launcher's server
     */
    public static void put(
            Map<String, String> environment, String id, int process, int processes, int endpoints, int port) {
        put(environment, JobOptions.ID, id);
        put(environment, JobOptions.PROCESS, process);
        put(environment, JobOptions.PROCESSES, processes);
        put(environment, JobOptions.ENDPOINTS, endpoints);
        put(environment, JobOptions.INCARNATION, 0);
        put(environment, JobOptions.HOST_PROCESSES, processes);
        put(environment, JobOptions.SERVER_PORT, port);
    }

    /**
     * Writes what differs where the job has several hosts.
     *
     * @param hostProcesses how many processes of the job are on this host
     * @param address of the launcher's server; empty: on this host
     */
    public static void putHost(Map<String, String> environment, int hostProcesses, String address) {
        put(environment, JobOptions.HOST_PROCESSES, hostProcesses);
        put(environment, JobOptions.SERVER_ADDRESS, address);
    }

    private static void put(Map<String, String> environment, Option<?> option, Object value) {
        environment.put(Options.variableName(option.name()), value.toString());
    }
}
