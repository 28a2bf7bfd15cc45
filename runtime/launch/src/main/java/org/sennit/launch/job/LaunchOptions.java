package org.sennit.launch.job;

import java.util.List;
import org.sennit.launch.process.ProcessOptions;
import org.sennit.runtime.config.Option;
import org.sennit.runtime.config.OptionProvider;

/** The options of the launcher. */
public final class LaunchOptions implements OptionProvider {

    /** Which garbage collector the JVMs of a job use. */
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

    /** The archive of classes that lets the JVMs of a job start faster; {@code sennit archive} writes it. */
    public static final Option<String> ARCHIVE = Option.ofString(
            "launch.archive",
            "",
            "file with the classes of Sennit as the JVMs that the launcher starts load them fastest (sennit archive)");

    /** For {@link java.util.ServiceLoader}. */
    public LaunchOptions() {}

    @Override
    public List<Option<?>> options() {
        return List.of(ARCHIVE, COLLECTOR, HEAP_MAX_MIB, ProcessOptions.PREFIX);
    }
}
