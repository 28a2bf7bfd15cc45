package org.sennit.internal.launch;

import org.sennit.internal.launch.info.VersionSection;
import picocli.CommandLine.Command;

/** {@code sennit version}: one line. */
@Command(name = "version", description = "Prints the version.")
final class VersionCommand implements Runnable {
    @Override
    public void run() {
        System.out.println("sennit " + VersionSection.ofSennit() + " (Java " + Runtime.version() + ", "
                + System.getProperty("java.vm.name") + ")");
    }
}
