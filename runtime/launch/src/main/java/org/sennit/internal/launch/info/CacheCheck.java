package org.sennit.internal.launch.info;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sennit.internal.launch.cache.AotCache;
import org.sennit.internal.launch.job.JvmFlags;

/** Asks a JVM whether it takes a file of a cache. Stateless; any thread; blocks for the start of a JVM. */
final class CacheCheck {
    private CacheCheck() {}

    /**
     * Asks with the JDK, the flags and the class path of this launcher.
     *
     * @return true when a JVM would use it
     */
    static boolean isUsable(Path file) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.libraries());
        command.add("-XX:+UseSerialGC");
        command.addAll(AotCache.flags(file));
        // On: no file, or one that does not fit, ends the JVM instead of being passed over.
        command.addAll(List.of("-XX:AOTMode=on", "-cp", System.getProperty("java.class.path"), "-version"));
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException cannot) {
            return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
