package org.sennit.internal.launch;

import java.util.List;
import java.util.Map;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.launch.hosts.AgentTemplate;
import org.sennit.internal.launch.hosts.HostList;
import org.sennit.internal.launch.job.LaunchOptions;
import org.sennit.message.SennitException;

/** The hosts that {@code sennit run} was given, checked before anything is started. Threads: stateless. */
final class RunHosts {
    private RunHosts() {}

    /**
     * Returns the hosts with as many processes on each as may be started there.
     *
     * @param options what the command line has set
     * @param perHost most processes of a host, in text; null: as many as the list says
     * @return null where all processes run on this host
     */
    static HostList of(Map<Option<?>, String> options, String perHost) {
        // One of the two on the command line is the user's word, whatever the environment has.
        boolean isGiven = options.containsKey(LaunchOptions.HOSTS) || options.containsKey(LaunchOptions.HOST_FILE);
        String list = isGiven ? options.getOrDefault(LaunchOptions.HOSTS, "") : text(options, LaunchOptions.HOSTS);
        String file =
                isGiven ? options.getOrDefault(LaunchOptions.HOST_FILE, "") : text(options, LaunchOptions.HOST_FILE);
        if (list.isEmpty() && file.isEmpty()) {
            if (perHost != null) {
                throw new CommandLineMistake("run: --ppn " + perHost + ": needs --hosts or --hostfile");
            }
            return null;
        }
        if (!list.isEmpty() && !file.isEmpty()) {
            throw new CommandLineMistake("run: --hosts and --hostfile: one of the two, not both");
        }
        try {
            AgentTemplate.of(text(options, LaunchOptions.AGENT));
            HostList hosts = file.isEmpty() ? HostList.of(list) : HostList.ofFile(file);
            int most = perHost == null ? Integer.MAX_VALUE : RunCommand.number("--ppn", perHost, 1, 4096, "processes");
            return hosts.atMost(most);
        } catch (SennitException malformed) {
            throw new CommandLineMistake("run: " + malformed.getMessage());
        }
    }

    /**
     * Places the processes.
     *
     * @return the numbers of each host's processes; null where all run on this host
     */
    static Map<String, List<Integer>> place(HostList hosts, int processes) {
        if (hosts == null) {
            return null;
        }
        if (processes > hosts.size()) {
            throw new CommandLineMistake("run: -n " + processes + ": the hosts have room for " + hosts.size()
                    + " processes; write host:N for more on one");
        }
        return hosts.place(processes);
    }

    private static String text(Map<Option<?>, String> options, Option<?> option) {
        String text = options.get(option);
        return text == null ? Options.fromEnvironment().value(option).toString() : text;
    }
}
