package org.sennit.launch;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of Sennit, as the build wrote it into a resource. Threads: stateless. */
final class Version {

    private Version() {}

    static String ofSennit() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException unreadable) {
            // Falls through.
        }
        return properties.getProperty("version", "(unknown version)");
    }
}
