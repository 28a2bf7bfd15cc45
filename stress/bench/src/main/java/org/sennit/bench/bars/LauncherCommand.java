package org.sennit.bench.bars;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line that starts the launcher as a process of its own, with this JVM's JDK, flags and class path. */
final class LauncherCommand {

    private static final String MAIN = "org.sennit.launch.Main";

    private LauncherCommand() {}

    static List<String> of(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-classpath", System.getProperty("java.class.path"), MAIN));
        command.addAll(arguments);
        return command;
    }
}
