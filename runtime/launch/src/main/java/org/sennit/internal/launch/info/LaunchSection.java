package org.sennit.internal.launch.info;

import java.util.List;
import java.util.function.BiConsumer;
import org.sennit.config.InfoSection;
import org.sennit.config.Options;
import org.sennit.internal.launch.job.JvmFlags;
import org.sennit.internal.launch.job.LaunchOptions;

/** The section on the share of this host that each JVM of a job gets. Threads: stateless. */
public final class LaunchSection implements InfoSection {
    @Override
    public int order() {
        return 30;
    }

    @Override
    public String title() {
        return "JVMs of a job";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        int processors = Runtime.getRuntime().availableProcessors();
        String collector = options.value(LaunchOptions.COLLECTOR);
        boolean isDefault = options.origin(LaunchOptions.COLLECTOR).equals("default");
        line.accept(
                "collector",
                collector
                        + (isDefault
                                ? ": " + JvmFlags.COLLECTOR_REASON
                                : ": set by " + options.origin(LaunchOptions.COLLECTOR)));
        line.accept("huge pages", JvmFlags.hugePages(2, processors, options));
        for (int jvms : List.of(2, 8)) {
            line.accept("flags of -n " + jvms, String.join(" ", JvmFlags.shareOf(jvms, processors, options)));
        }
        String hosts = options.value(LaunchOptions.HOSTS);
        String file = options.value(LaunchOptions.HOST_FILE);
        line.accept(
                "hosts",
                !hosts.isEmpty() ? hosts : file.isEmpty() ? "this one (run --hosts, --hostfile)" : "in file " + file);
        line.accept("agent", options.value(LaunchOptions.AGENT));
        line.accept("flags of all", String.join(" ", JvmFlags.libraries()));
    }
}
