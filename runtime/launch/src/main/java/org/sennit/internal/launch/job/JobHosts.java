package org.sennit.internal.launch.job;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

/**
 * The hosts of a job whose processes are started by agents; none where all processes are on the launcher's host.
 *
 * <p>Threads: any.
 */
final class JobHosts {
    /** Longest time for the ends of all agents: that of each has limits of its own. */
    private static final long CLOSE_NS = TimeUnit.SECONDS.toNanos(15);

    private final List<HostAgent> agents = new CopyOnWriteArrayList<>();
    private final HostSinks sinks;

    /**
     * Makes an empty set.
     *
     * @param sinks take what the hosts send
     */
    JobHosts(HostSinks sinks) {
        this.sinks = sinks;
    }

    /** Adds a host; the caller connects it. From now on its link ends with the job. */
    HostAgent add(String host, List<Integer> numbers) {
        HostAgent agent = new HostAgent(host, numbers, sinks);
        agents.add(agent);
        return agent;
    }

    /** Forgets a host that has left before the job has started. */
    void remove(HostAgent agent) {
        agents.remove(agent);
    }

    /** Returns the processes of all hosts, in the order of their numbers. */
    List<HostedProcess> processes() {
        return agents.stream()
                .flatMap(agent -> agent.processes().stream())
                .sorted(Comparator.comparingInt(HostedProcess::number))
                .toList();
    }

    /** Records that the connection of the host of a process has ended. */
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

    /** Waits for what hosts send behind the ends of all their processes: the files of a profile or a trace. */
    void awaitRest() throws InterruptedException {
        for (HostAgent agent : agents) {
            agent.awaitRest();
        }
    }

    /**
     * Returns by how much the clock of a process's host was ahead of the launcher's at each of its times, in
     * nanoseconds.
     */
    LongUnaryOperator clockAheadNs(int process) {
        return agents.stream()
                .filter(agent -> agent.has(process))
                .findFirst()
                .<LongUnaryOperator>map(agent -> agent::clockAheadNs)
                .orElse(hostNs -> 0);
    }

    /** Returns the hosts that are lost. */
    List<String> lost() {
        return agents.stream().filter(HostAgent::isLost).map(HostAgent::host).toList();
    }

    /** Gives up those hosts whose processes have not ended. */
    void giveUp(String why) {
        agents.forEach(agent -> agent.lost(why));
    }

    /** Ends all agents, at the same time: each may take some seconds. */
    void close() {
        close(CLOSE_NS);
    }

    /** As {@link #close()}; goes on without what has not ended in this time. */
    void close(long limitNs) {
        long begin = System.nanoTime();
        List<Thread> closing = agents.stream()
                .map(agent -> Thread.ofPlatform()
                        .daemon()
                        .name("sennit-close-" + agent.host())
                        .start(agent::close))
                .toList();
        try {
            for (Thread each : closing) {
                TimeUnit.NANOSECONDS.timedJoin(each, limitNs - (System.nanoTime() - begin));
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
