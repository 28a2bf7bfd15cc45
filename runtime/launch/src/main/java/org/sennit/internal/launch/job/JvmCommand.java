package org.sennit.internal.launch.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sennit.config.Options;
import org.sennit.internal.launch.process.ProcessMain;
import org.sennit.internal.runtime.bootstrap.Providers;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;

/** The command line of a JVM of a job, on the host on which it is to run. Threads: stateless. */
public final class JvmCommand {
    private JvmCommand() {}

    /** Returns the {@code java} of the JDK that runs this. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * Returns the command.
     *
     * @param jvms how many JVMs of the job share this host
     * @param options of the launcher
     * @param folder of the job; null where none could be made
     * @param properties system properties, NAME=VALUE
     * @param flags the user's; they come last and win
     * @param classPath whole
     * @param program the program's class, then its arguments
     */
    public static List<String> of(
            int jvms,
            Options options,
            TemporaryFolder folder,
            List<String> properties,
            List<String> flags,
            String classPath,
            List<String> program) {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(JvmFlags.of(jvms, Runtime.getRuntime().availableProcessors(), options));
        if (folder != null) { // a JVM that is killed while it loads a native library leaves the file
            command.add("-Dio.netty.native.workdir=" + folder.path());
        }
        command.addAll(Providers.flags());
        properties.forEach(property -> command.add("-D" + property));
        command.addAll(flags);
        command.add("-cp");
        command.add(classPath);
        command.add(ProcessMain.class.getName());
        command.addAll(program);
        return command;
    }
}
