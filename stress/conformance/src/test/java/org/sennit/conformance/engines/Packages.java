package org.sennit.conformance.engines;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.sennit.testkit.Deadlines;

/**
 * Engines as Debian packages: installed where this is a CI machine whose user may, skipped with a clear line where they
 * are missing.
 */
final class Packages {
    private static final long INSTALL_SECONDS = 120;

    private Packages() {}

    /** Skips the test where a program is missing and cannot be installed. */
    static void need(String program, String... packages) throws IOException, InterruptedException {
        if (!isThere(program) && "true".equals(System.getenv("CI")) && isThere("apt-get")) {
            install(packages);
        }
        boolean isThere = isThere(program);
        if (!isThere) {
            System.out.println("skipped: no " + program + "; install the package " + String.join(" ", packages));
        }
        assumeTrue(isThere, () -> "no " + program);
    }

    private static boolean isThere(String program) {
        return Stream.concat(
                        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)),
                        Stream.of("/usr/sbin"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static void install(String... packages) throws IOException, InterruptedException {
        Path policy = Path.of("/usr/sbin/policy-rc.d"); // no daemon is to start
        boolean isOurs = Files.notExists(policy) && Files.isWritable(policy.getParent());
        if (isOurs) {
            Files.writeString(policy, "#!/bin/sh\nexit 101\n");
            policy.toFile().setExecutable(true);
        }
        List<String> command = new ArrayList<>(List.of("apt-get", "install", "-y", "-qq", "--no-install-recommends"));
        command.addAll(List.of(packages));
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
            builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
            Process process = builder.start();
            if (!process.waitFor(Deadlines.ns(INSTALL_SECONDS), TimeUnit.NANOSECONDS)) {
                process.destroyForcibly();
            }
        } finally {
            if (isOurs) {
                Files.deleteIfExists(policy);
            }
        }
    }
}
