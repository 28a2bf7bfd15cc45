package org.sennit.internal.launch.job;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;
import org.sennit.internal.launch.cache.CacheOptions;
import org.sennit.internal.launch.hosts.AgentTemplate;
import org.sennit.internal.launch.process.ProcessOptions;

/** The options of the launcher. */
public final class LaunchOptions implements OptionProvider {
    /**
     * The garbage collector of the JVMs of a job.
     *
     * <p>Wall / processor time in ms of whole jobs on 2 busy processors, medians of 3 (garbage with 8 JVMs: one run),
     * by {@code org.sennit.bench.collector.CollectorMeasurement}:
     *
     * <pre>
     * work       JVMs          serial       parallel             g1              z
     * start         2     1928 / 1230    2056 / 1230    2033 / 1270    2267 / 1450
     * start         8     6044 / 6140    4454 / 6050    4874 / 6080    5962 / 7500
     * exchange      2     6644 / 6730    6586 / 6610    6924 / 6730    5513 / 6100
     * exchange      8   13170 / 19880  14286 / 18760  13070 / 19460  14309 / 22190
     * solve         2     2913 / 2050    2363 / 1970    3123 / 2020    2774 / 2260
     * solve         8   10594 / 10450  13155 / 10090  12510 / 10240  12899 / 11630
     * garbage       2     2326 / 1940    2770 / 2190    4087 / 2400    3100 / 2610
     * garbage       8     7162 / 8280  11972 / 14050    9866 / 9470  16396 / 13830
     * </pre>
     *
     * Where little is collected serial, parallel and g1 are the same within the noise of that machine; where much is,
     * serial takes the least of both.
     */
    public static final Option<String> COLLECTOR = Option.ofChoice(
            "launch.collector",
            "serial",
            "garbage collector of the JVMs that the launcher starts",
            "serial",
            "parallel",
            "g1",
            "z",
            "jvm");

    /** Largest heap of each JVM of a job. */
    public static final Option<Integer> HEAP_MAX_MIB = Option.ofInt(
            "launch.heap.max",
            0,
            0,
            Integer.MAX_VALUE,
            "MiB",
            "largest heap of each JVM that the launcher starts; 0: an equal share of half the host's memory");

    /** Whether the heap of each JVM of a job is asked for in huge pages. */
    public static final Option<Boolean> HUGE_PAGES = Option.ofBoolean(
            "launch.huge.pages",
            true,
            "whether the heaps of several JVMs on a host are asked for in pages of 2 MiB, out of which they read each"
                    + " other's arrays faster: where Linux offers them, each JVM has a processor, and the collector is"
                    + " serial, parallel or g1");

    /** The command that starts a program on another host. */
    public static final Option<String> AGENT = Option.ofString(
            "launch.agent",
            AgentTemplate.SSH,
            "command that starts a program on another host (run --agent): {host} and {command} stand for both;"
                    + " '{command}' in quotes is one word that a shell reads");

    /** Hosts of a job. */
    public static final Option<String> HOSTS = Option.ofString(
            "launch.hosts", "", "hosts of a job with the number of processes on each, such as a:2,b:2 (run --hosts)");

    /** Hosts of a job, in a file. */
    public static final Option<String> HOST_FILE = Option.ofString(
            "launch.hostfile", "", "file with the hosts of a job, a line each: host slots=2 (run --hostfile)");

    /** Whether hosts are sent the class path. */
    public static final Option<Boolean> PUSH = Option.ofBoolean(
            "launch.push",
            false,
            "whether jars and classes are copied to each host of a job, which then shares no file system with the"
                    + " launcher (run --push)");

    /** Address at which other hosts reach the launcher. */
    public static final Option<String> ADDRESS = Option.ofString(
            "launch.address",
            "",
            "address or name of the launcher's host at which the other hosts of a job reach it; empty: all that it has,"
                    + " tried in order");

    /** Longest time that a host may take over a step of start-up, in seconds. */
    public static final Option<Integer> TIMEOUT_SECONDS = Option.ofInt(
            "launch.timeout", 30, 1, 86_400, "s", "longest wait for another host in one step of the launch");

    /** Longest time until the processes that are started by hand have come, in seconds. */
    public static final Option<Integer> JOIN_TIMEOUT_SECONDS = Option.ofInt(
            "launch.join.timeout",
            300,
            1,
            86_400,
            "s",
            "longest wait for the processes that are started by hand (run --wait)");

    @Override
    public List<Option<?>> options() {
        return List.of(
                CacheOptions.FOLDER,
                COLLECTOR,
                HEAP_MAX_MIB,
                HUGE_PAGES,
                ProcessOptions.LOG,
                ProcessOptions.PREFIX,
                HOSTS,
                HOST_FILE,
                AGENT,
                PUSH,
                ADDRESS,
                TIMEOUT_SECONDS,
                JOIN_TIMEOUT_SECONDS);
    }
}
