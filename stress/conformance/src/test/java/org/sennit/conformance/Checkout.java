package org.sennit.conformance;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checkout that is under test. */
public final class Checkout {
    private Checkout() {}

    /**
     * Finds the folder above this test's that holds the launcher.
     *
     * @return the root of the project
     */
    public static Path root() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("runtime/bin/sennit"))) {
                return folder;
            }
        }
        throw new IllegalStateException("not inside the project: " + start);
    }
}
