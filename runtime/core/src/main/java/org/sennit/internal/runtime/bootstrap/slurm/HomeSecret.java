package org.sennit.internal.runtime.bootstrap.slurm;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The secret of a user in the home folder, which the hosts of a cluster share: {@code ~/.sennit/secret}, made by the
 * first process that needs it. Each job has one of its own, derived from it. Stateless.
 */
final class HomeSecret {
    private static final int BYTES = 32;

    private HomeSecret() {}

    /**
     * Returns the file, made if there is none: all processes that make it at the same time get the same one.
     *
     * @param home the user's home folder
     * @throws SennitException BOOTSTRAP: it cannot be made; do not retry
     */
    static Path file(Path home) {
        Path file = home.resolve(".sennit/secret");
        try {
            if (!Files.exists(file)) {
                Files.createDirectories(file.getParent());
                make(file);
            }
            return file;
        } catch (IOException cannot) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    "no secret for the job: cannot make " + file + ": " + cannot
                            + "; set bootstrap.secret.file to a file that all processes can read, and no other user",
                    cannot);
        }
    }

    /**
     * Makes the file, which gets its name only when it is complete: a hard link is made by one process alone, also over
     * NFS.
     */
    private static void make(Path file) throws IOException {
        Path unnamed = Files.createTempFile(
                file.getParent(),
                ".secret",
                "",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(unnamed, Entropy.hex(BYTES) + "\n");
            Files.createLink(file, unnamed);
        } catch (FileAlreadyExistsException anotherWasFirst) {
            // Its secret is the one.
        } finally {
            Files.deleteIfExists(unnamed);
        }
    }
}
