package org.sennit.conformance.observe;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.sennit.config.Option;
import org.sennit.conformance.TestJob;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.launch.job.LaunchOptions;

/** A job of two JVMs that is watched, and what its launcher printed. */
record LaunchedJob(int exitStatus, String err) {
    static <T> LaunchedJob of(Class<?> main, int endpoints, Option<T> option, T value) {
        return run(builder(main, endpoints, option, value));
    }

    /** As if each JVM had a host of its own: started by an agent, with a temporary folder of its own. */
    static <T> LaunchedJob onHosts(Class<?> main, int endpoints, Option<T> option, T value) {
        return run(builder(main, endpoints, option, value)
                .hosts(Map.of("a", List.of(0), "b", List.of(1)))
                .option(LaunchOptions.AGENT, "{command}"));
    }

    private static <T> JobLauncher.Builder builder(Class<?> main, int endpoints, Option<T> option, T value) {
        return TestJob.builder()
                .processes(2)
                .endpoints(endpoints)
                .classPath(System.getProperty("java.class.path"))
                .main(main)
                .option(option, value);
    }

    private static LaunchedJob run(JobLauncher.Builder job) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = job.out(new ByteArrayOutputStream()).err(err).build().run();
        return new LaunchedJob(status, err.toString(StandardCharsets.UTF_8));
    }
}
