package org.sennit.conformance;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sennit.examples.Rehearsal;
import org.sennit.internal.launch.cache.AotCache;
import org.sennit.internal.launch.cache.CacheOptions;
import org.sennit.internal.launch.job.JobClassPath;
import org.sennit.internal.launch.job.JobLauncher;

/**
 * Jobs of several JVMs. From the third one of a test run on they start with an ahead-of-time cache of classes, as jobs
 * of users do, in half the time. It is made for that run alone: a JVM does not notice that a jar has changed. Any
 * thread.
 */
public final class TestJob {
    /** The job that makes it: it takes as long as it saves with some jobs. */
    private static final int MAKES_CACHE = 3;

    private static int jobs; // guarded by the class

    private TestJob() {}

    /** Prepares a job; where the cache is to be made, blocks until it is. */
    public static JobLauncher.Builder builder() {
        synchronized (TestJob.class) {
            if (++jobs == MAKES_CACHE) {
                putFoldersLast();
                makeCache();
            }
        }
        return JobLauncher.builder();
    }

    /** A cache takes jars only, and a class path that begins with them. */
    private static void putFoldersLast() {
        List<String> entries = new ArrayList<>();
        List<String> folders = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            (Files.isRegularFile(Path.of(entry)) ? entries : folders).add(entry);
        }
        if (!folders.isEmpty()) {
            System.setProperty(JobClassPath.BEHIND, folders.getFirst());
        }
        entries.addAll(folders);
        System.setProperty("java.class.path", String.join(File.pathSeparator, entries));
    }

    private static void makeCache() {
        AotCache cache;
        try {
            cache = new AotCache(Files.createTempDirectory("sennit-test-cache"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(cache)));
        int status = JobLauncher.builder()
                .processes(2)
                .endpoints(2)
                .main(Rehearsal.class)
                .frontOnly()
                .firstJvmOptions(
                        "-XX:+IgnoreUnrecognizedVMOptions",
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-AOTRecordTraining", // no profiles: the jobs of tests are short
                        "-XX:TieredStopAtLevel=1",
                        "-XX:AOTCacheOutput=" + cache.processFile(),
                        "-Xlog:cds*=off",
                        "-Xlog:aot*=off")
                .out(OutputStream.nullOutputStream())
                .err(OutputStream.nullOutputStream())
                .build()
                .run();
        if (status == 0) {
            System.setProperty(
                    "sennit." + CacheOptions.FOLDER.name(), cache.folder().toString());
        }
    }

    private static void delete(AotCache cache) {
        try {
            cache.delete();
        } catch (IOException e) {
            System.err.println("a cache of a test is left: " + e);
        }
    }
}
