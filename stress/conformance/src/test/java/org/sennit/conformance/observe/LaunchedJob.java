package org.sennit.conformance.observe;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.sennit.config.Option;
import org.sennit.internal.launch.job.JobLauncher;

/** A job of two JVMs that is watched, and what its launcher printed. */
record LaunchedJob(int exitStatus, String err) {
    static <T> LaunchedJob of(Class<?> main, int endpoints, Option<T> option, T value) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = JobLauncher.builder()
                .processes(2)
                .endpoints(endpoints)
                .classPath(System.getProperty("java.class.path"))
                .main(main)
                .option(option, value)
                .out(new ByteArrayOutputStream())
                .err(err)
                .build()
                .run();
        return new LaunchedJob(status, err.toString(StandardCharsets.UTF_8));
    }
}
