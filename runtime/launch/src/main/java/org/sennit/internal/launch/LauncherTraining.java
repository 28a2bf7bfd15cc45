package org.sennit.internal.launch;

import java.io.IOException;
import java.nio.file.Path;
import org.sennit.internal.launch.cache.AotCache;

/**
 * Runs a launcher's work for its part of the cache: a job of two JVMs, then one in its own. Threads: those of a
 * launcher.
 */
final class LauncherTraining {
    private LauncherTraining() {}

    /**
     * Runs a program both ways.
     *
     * @param args the program's class, and the folder of the cache
     * @throws IOException another user could write in that folder
     */
    public static void main(String[] args) throws IOException {
        new AotCache(Path.of(args[1])).createFolder(); // is there: for the check of what is above it
        Main.main(new String[] {"run", "-n", "2", "-t", "2", args[0]});
        Main.main(new String[] {"run", "-t", "2", args[0]});
    }
}
