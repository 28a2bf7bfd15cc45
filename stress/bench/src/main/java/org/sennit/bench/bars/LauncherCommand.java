package org.sennit.bench.bars;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sennit.config.Options;
import org.sennit.internal.launch.cache.AotCache;
import org.sennit.internal.launch.cache.CacheOptions;

/** The command line that starts the launcher as a process of its own, with this JVM's JDK, flags and class path. */
final class LauncherCommand {
    private static final String MAIN = "org.sennit.internal.launch.Main";
    private static final String FOLDER = "-D" + Options.propertyName(CacheOptions.FOLDER.name()) + "=";

    private LauncherCommand() {}

    /** Returns a command with the cache of a folder, if it has been made there; null: without one. */
    static List<String> of(Path cache, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("-XX:AOT") && !flag.startsWith(FOLDER)) {
                command.add(flag);
            }
        }
        if (!arguments.isEmpty() && arguments.getFirst().equals("run")) { // of several processes: as the script does
            command.add("-XX:TieredStopAtLevel=1");
        }
        if (cache != null) {
            command.add(FOLDER + cache);
            command.addAll(AotCache.flags(new AotCache(cache).launcherFile()));
        }
        command.addAll(List.of("-classpath", System.getProperty("java.class.path"), MAIN));
        command.addAll(arguments);
        return command;
    }
}
