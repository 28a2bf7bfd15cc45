package org.sennit.launch;

import picocli.CommandLine.Command;

/** {@code sennit version}: one line. */
@Command(name = "version", description = "Prints the version.")
final class VersionCommand implements Runnable {

    @Override
    public void run() {
        System.out.println("sennit " + Version.ofSennit() + " (Java " + Runtime.version() + ", "
                + System.getProperty("java.vm.name") + ")");
    }
}
