package org.sennit.internal.launch.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.launch.cache.AotCache;
import org.sennit.internal.launch.cache.CacheOptions;
import org.sennit.internal.launch.hosts.AgentTemplate;
import org.sennit.internal.launch.hosts.HostFrames;
import org.sennit.internal.launch.hosts.HostJob;
import org.sennit.internal.runtime.bootstrap.Providers;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Starts the processes of a job on several hosts: starts all agents, waits for all greetings, sends each host its part
 * of the job, and waits until all processes have started. When one fails the error names every host that is missing,
 * and what was tried. Used by the launcher's thread.
 */
final class HostedStart {
    /**
     * Time to wait for the other hosts once one has failed: they often fail for the same reason, which the error then
     * names.
     */
    private static final long OTHERS_NS = TimeUnit.SECONDS.toNanos(2);

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private final RunningJob job;
    private final Options options;
    private final AgentTemplate template;
    private final long timeoutNs;
    private final PushedJars pushed; // null where the hosts share the launcher's files
    private final List<HostAgent> agents = new ArrayList<>();

    HostedStart(RunningJob job, Options options, String classPath) throws IOException {
        this.job = job;
        this.options = options;
        this.template = AgentTemplate.of(options.value(LaunchOptions.AGENT));
        this.timeoutNs = TimeUnit.SECONDS.toNanos(options.value(LaunchOptions.TIMEOUT_SECONDS));
        this.pushed = options.value(LaunchOptions.PUSH) ? PushedJars.of(classPath) : null;
    }

    /** Returns the class path as the hosts have it. */
    String classPath(String own) {
        return pushed == null ? own : pushed.classPath();
    }

    /** Returns the folder in which the processes run on the hosts. */
    String directory(Path own) {
        return pushed == null ? own.toAbsolutePath().toString() : ".";
    }

    /**
     * Calls all hosts and waits for them; nothing is started yet.
     *
     * @param placed the numbers of each host's processes
     */
    void reach(Map<String, List<Integer>> placed) throws InterruptedException {
        placed.forEach((host, numbers) -> agents.add(job.addHost(host, numbers)));
        agents.forEach(this::call);
        await(HostAgent::awaitGreeting);
    }

    /**
     * Starts all on the hosts that have been reached.
     *
     * @param jobOf what a host with these processes is to start, and where it finds the launcher
     * @param directory where they run
     * @param whole the class path as this host has it
     */
    void start(JobOf jobOf, String directory, String whole) throws InterruptedException {
        for (HostAgent agent : agents) {
            List<Integer> numbers =
                    agent.processes().stream().map(HostedProcess::number).toList();
            agent.send(jobOf.on(numbers, agent.identity(), directory, classPath(whole))
                    .toBytes());
        }
        await(HostAgent::awaitStarted);
    }

    /**
     * Returns the number of processes on the machine of an identity, which may stand in the list under several names.
     */
    int processesOn(String identity) {
        return agents.stream()
                .filter(agent -> identity.equals(agent.identity()))
                .mapToInt(agent -> agent.processes().size())
                .sum();
    }

    private void call(HostAgent agent) {
        String host = agent.host();
        String shortCommand = String.join(" ", commandFor(host, List.of("…")));
        byte[] first = pushed == null ? new byte[0] : pushed.archive();
        try {
            agent.begin(AgentProcess.start(host, commandFor(host, hostCommand()), shortCommand, first, job.err()));
        } catch (IOException cannot) {
            String why = String.valueOf(cannot.getMessage()).lines().findFirst().orElse("");
            agent.lost("agent " + shortCommand + " cannot be started: " + why);
        }
    }

    /** Waits for all hosts; fails with all that have not come. */
    private void await(Step step) throws InterruptedException {
        long fullTime = System.nanoTime() + timeoutNs;
        long deadline = fullTime;
        List<String> missing = new ArrayList<>();
        for (HostAgent agent : agents) {
            String why = step.await(agent, deadline);
            boolean isOthersFault = !missing.isEmpty() && !agent.isLost() && System.nanoTime() - fullTime < 0;
            if (why != null && !isOthersFault) {
                if (missing.isEmpty()) {
                    deadline = Math.min(deadline, System.nanoTime() + OTHERS_NS);
                }
                missing.add("host " + agent.host() + ": " + why);
            }
        }
        if (!missing.isEmpty()) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    missing.size() + " of " + agents.size() + (agents.size() == 1 ? " host" : " hosts")
                            + " cannot be used: " + String.join("; ", missing));
        }
    }

    /** The part of the job that a host is to start. */
    interface JobOf {
        /**
         * Returns it.
         *
         * @param numbers of the processes
         * @param host the host's identity
         * @param directory where they run
         * @param classPath of the processes
         */
        HostJob on(List<Integer> numbers, String host, String directory, String classPath);
    }

    private interface Step {
        String await(HostAgent agent, long deadlineNs) throws InterruptedException;
    }

    /** Returns the command for a host, without ssh for this one. */
    private List<String> commandFor(String host, List<String> command) {
        return template.isSsh() && isThisHost(host) ? command : template.command(host, command);
    }

    /**
     * Returns whether a name is that of this host. Compares names only: asking for addresses may take long, and the
     * agent does so anyway.
     */
    private static boolean isThisHost(String host) {
        if (host.equals("localhost")) {
            return true;
        }
        try {
            String own = Files.readString(HOST_NAME).strip();
            return host.equals(own) || host.equals(own.replaceFirst("\\..*", ""));
        } catch (IOException unknown) {
            return false;
        }
    }

    /**
     * Names the cache of classes to the JVM of a host, and to those that it starts. It takes the launcher's own file
     * only out of the user's home folder: no JVM asks who can write there, and on a host with another file system the
     * path may be anyone's.
     */
    private void addCache(List<String> command) {
        AotCache cache = AotCache.of(options);
        if (cache == null) {
            return;
        }
        command.add("-D" + Options.propertyName(CacheOptions.FOLDER.name()) + "=" + cache.folder());
        if (cache.folder().startsWith(System.getProperty("user.home"))) {
            List<String> flags = AotCache.flags(cache.launcherFile());
            if (!flags.isEmpty()) {
                command.addAll(JvmFlags.libraries()); // those of the launcher, without which it does not fit
                command.addAll(flags);
            }
        }
    }

    private List<String> hostCommand() {
        List<String> command =
                new ArrayList<>(List.of(JvmCommand.java(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-XX:-UsePerfData", "-Xmx256m", "-Xlog:os+thread=off"));
        if (pushed == null) {
            command.addAll(Providers.flags());
            addCache(command);
        }
        command.addAll(List.of("-cp", classPath(System.getProperty("java.class.path")), HostFrames.HOST_CLASS));
        String jar = Path.of(System.getProperty("java.home"), "bin", "jar").toString();
        return pushed == null ? command : pushed.receivedBy(jar, command);
    }
}
