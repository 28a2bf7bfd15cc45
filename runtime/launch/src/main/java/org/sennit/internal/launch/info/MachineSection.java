package org.sennit.internal.launch.info;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.sennit.config.InfoSection;
import org.sennit.config.Options;
import org.sennit.internal.launch.job.HostMemory;

/** The section on this machine. Threads: stateless. */
public final class MachineSection implements InfoSection {
    private static final Path CPUINFO = Path.of("/proc/cpuinfo");

    @Override
    public int order() {
        return 10;
    }

    @Override
    public String title() {
        return "Machine";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        line.accept(
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
                        + System.getProperty("os.arch"));
        line.accept("processors", Runtime.getRuntime().availableProcessors() + model());
        line.accept("memory", (HostMemory.bytes() >> 20) + " MiB for all processes");
    }

    private static String model() {
        try {
            for (String text : Files.readAllLines(CPUINFO)) {
                if (text.startsWith("model name")) {
                    return " (" + text.substring(text.indexOf(':') + 1).strip() + ")";
                }
            }
        } catch (IOException notLinux) {
            // Falls through.
        }
        return "";
    }
}
