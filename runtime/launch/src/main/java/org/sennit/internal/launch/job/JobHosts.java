package org.sennit.internal.launch.job;

import java.io.OutputStream;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The hosts of a job whose processes are started by agents; none where all processes are on the launcher's host.
 *
 * <p>Threads: any.
 */
final class JobHosts {
    private final List<HostAgent> agents = new CopyOnWriteArrayList<>();

    /** Makes the agent of a host, to be started by the caller; from now on it ends with the job. */
    HostAgent call(
            String host,
            List<String> command,
            String shortCommand,
            List<Integer> numbers,
            OutputStream out,
            OutputStream err,
            Consumer<HostAgent> onLost) {
        HostAgent agent = new HostAgent(host, command, shortCommand, numbers, out, err, onLost);
        agents.add(agent);
        return agent;
    }

    /** Returns the processes of all hosts, in the order of their numbers. */
    List<HostedProcess> processes() {
        return agents.stream()
                .flatMap(agent -> agent.processes().stream())
                .sorted(Comparator.comparingInt(HostedProcess::number))
                .toList();
    }

    /** The connection of the host of a process has ended. */
    void left(int process) {
        agents.stream().filter(agent -> agent.has(process)).forEach(HostAgent::linkEnded);
    }

    /** Copies the launcher's standard input to process 0, wherever it is. */
    void forwardInput() {
        if (StandardInput.isReadable()) {
            agents.stream().filter(agent -> agent.has(0)).forEach(agent -> agent.forward(System.in));
        }
    }

    /** Asks all hosts to end their processes. */
    void end() {
        agents.forEach(HostAgent::end);
    }

    /** Gives up those hosts whose processes have not ended. */
    void giveUp(String why) {
        agents.forEach(agent -> agent.lost(why));
    }

    /** Ends all agents. */
    void close() {
        agents.forEach(HostAgent::close);
    }
}
