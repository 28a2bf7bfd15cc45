package org.sennit.examples.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Checks whether standard error is a terminal.
 *
 * <p>Any thread. Surprise: the JDK reports this for standard input and output only, so on Linux the
 * process's own descriptor is looked at; elsewhere the answer is that of the JDK's console.
 */
final class StandardError {
    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/2");

    private StandardError() {}

    static boolean isTerminal() {
        try {
            Path device = Files.readSymbolicLink(DESCRIPTOR);
            return device.startsWith("/dev/pts") || device.toString().startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException notLinux) {
            return System.console() != null && System.console().isTerminal();
        }
    }
}
