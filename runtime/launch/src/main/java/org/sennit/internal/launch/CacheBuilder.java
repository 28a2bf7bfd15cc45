package org.sennit.internal.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.sennit.internal.launch.cache.AotCache;
import org.sennit.internal.launch.cache.CacheOptions;
import org.sennit.internal.launch.job.JobClassPath;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.launch.job.JvmFlags;
import org.sennit.internal.runtime.bootstrap.Providers;

/**
 * Makes an {@link AotCache}: runs a small job while one of its JVMs writes down which classes it has loaded, and a
 * launcher that does the same. About 4 s of two processors, 50 MB. One thread; blocks.
 *
 * <p>The profiles of methods that a JVM would add are left out: these jobs are over before anything is hot, and
 * compiling by such a profile takes 40 ms of a start of 400.
 */
final class CacheBuilder {
    /** Diagnostic flags, which another JVM may not know. */
    private static final List<String> WITHOUT_PROFILES =
            List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining");

    private static final List<String> SILENCE = List.of("-Xlog:cds*=off", "-Xlog:aot*=off");

    private final AotCache cache;
    private final String program;

    /**
     * Makes a cache that is to be made.
     *
     * @param cache where; its folder is there
     * @param program the class of a small program that ends by itself; two processes of two endpoints run it
     */
    CacheBuilder(AotCache cache, String program) {
        this.cache = cache;
        this.program = program;
    }

    /**
     * Makes it, in the place of one that is there.
     *
     * @return whether the JVMs have done their part
     * @throws IOException the folder cannot be written
     * @throws InterruptedException the thread was interrupted; nothing was changed
     */
    boolean build() throws IOException, InterruptedException {
        String mark = "." + ProcessHandle.current().pid();
        Path launcher = cache.folder().resolve("launcher" + mark);
        Path process = cache.folder().resolve("process" + mark);
        try {
            Process other = new ProcessBuilder(launcherCommand(launcher))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            int status = runJob(process);
            int otherStatus = other.waitFor();
            if (status != 0 || otherStatus != 0 || Files.notExists(launcher) || Files.notExists(process)) {
                return false;
            }
            Files.writeString(
                    cache.classPathFile(),
                    System.getProperty("java.class.path") + "\n"); // first: without it there is no cleanup
            Files.move(launcher, cache.launcherFile(), StandardCopyOption.REPLACE_EXISTING);
            Files.move(process, cache.processFile(), StandardCopyOption.REPLACE_EXISTING);
            return true;
        } finally {
            Files.deleteIfExists(launcher);
            Files.deleteIfExists(process);
        }
    }

    private int runJob(Path file) {
        List<String> flags = new ArrayList<>(WITHOUT_PROFILES);
        flags.addAll(SILENCE);
        flags.add("-XX:AOTCacheOutput=" + file);
        return JobLauncher.builder()
                .processes(2)
                .endpoints(2)
                .main(program)
                .option(CacheOptions.FOLDER, "")
                .frontOnly()
                .firstJvmOptions(flags.toArray(String[]::new))
                .out(OutputStream.nullOutputStream())
                .err(OutputStream.nullOutputStream())
                .build()
                .run();
    }

    private List<String> launcherCommand(Path file) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.libraries());
        command.addAll(Providers.flags());
        String behind = System.getProperty(JobClassPath.BEHIND);
        if (behind != null) {
            command.add("-D" + JobClassPath.BEHIND + "=" + behind);
        }
        command.addAll(WITHOUT_PROFILES);
        command.addAll(SILENCE);
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:AOTCacheOutput=" + file));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LauncherTraining.class.getName()));
        command.addAll(List.of(program, cache.folder().toString()));
        return command;
    }
}
