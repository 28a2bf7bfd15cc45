package org.sennit.internal.launch.info;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.function.BiConsumer;
import org.sennit.config.InfoSection;
import org.sennit.config.Options;

/** The section on the versions of Sennit and Java. Threads: stateless. */
public final class VersionSection implements InfoSection {
    /** Returns the version, as the build wrote it into a resource. */
    public static String ofSennit() {
        Properties properties = new Properties();
        try (InputStream in =
                VersionSection.class.getResourceAsStream("/org/sennit/internal/launch/version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException unreadable) {
            // Falls through.
        }
        return properties.getProperty("version", "(unknown version)");
    }

    @Override
    public int order() {
        return 0;
    }

    @Override
    public String title() {
        return "Version";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        line.accept("sennit", ofSennit());
        line.accept(
                "java",
                Runtime.version() + ", " + System.getProperty("java.vm.name") + " of "
                        + System.getProperty("java.vendor"));
        line.accept("java home", System.getProperty("java.home"));
    }
}
