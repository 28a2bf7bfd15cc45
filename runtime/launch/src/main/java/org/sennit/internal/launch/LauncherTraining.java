package org.sennit.internal.launch;

/**
 * Runs a launcher's work for its part of the cache: a job of two JVMs, then one in its own. Threads: those of a
 * launcher.
 */
final class LauncherTraining {
    private LauncherTraining() {}

    /**
     * Runs a program both ways.
     *
     * @param args the program's class
     */
    public static void main(String[] args) {
        Main.main(new String[] {"run", "-n", "2", "-t", "2", args[0]});
        Main.main(new String[] {"run", "-t", "2", args[0]});
    }
}
