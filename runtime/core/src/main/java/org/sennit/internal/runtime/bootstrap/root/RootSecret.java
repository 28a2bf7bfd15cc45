package org.sennit.internal.runtime.bootstrap.root;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Reads the secret of a job without a launcher from a file or the environment. A system property is refused: every user
 * of the host can read the command line. Stateless.
 */
public final class RootSecret {
    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);
    private static final Set<PosixFilePermission> OF_STRANGERS = EnumSet.of(
            PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);
    private static final String HOW = "; set " + JobOptions.SECRET_FILE.name() + " to a file with at least "
            + JobOptions.LEAST_SECRET_BYTES + " characters, or the environment variable "
            + Options.variableName(JobOptions.SECRET.name()) + " to at least " + 2 * JobOptions.LEAST_SECRET_BYTES
            + " hexadecimal digits, the same for all processes";

    private RootSecret() {}

    /** Returns whether the user has given a secret: a file or the environment variable. */
    public static boolean isGiven(Options options) {
        return !options.value(JobOptions.SECRET_FILE).isEmpty()
                || !options.value(JobOptions.SECRET).isEmpty();
    }

    /**
     * Returns the secret that the user has given.
     *
     * @param options where it is
     * @throws SennitException BOOTSTRAP: there is none, it is too short, or others may read it; do not retry
     */
    public static byte[] of(Options options) {
        return of(options, OF_OTHERS);
    }

    /**
     * Returns the secret that is mounted into a container, where a group may read it: the container's user is in it
     * alone.
     *
     * @param options where it is
     * @throws SennitException as {@link #of(Options)}
     */
    public static byte[] ofMounted(Options options) {
        return of(options, OF_STRANGERS);
    }

    /**
     * Returns the secret that stands in a file, or that the user has typed.
     *
     * @param text its characters
     * @throws SennitException BOOTSTRAP: it is too short; do not retry
     */
    public static byte[] ofText(String text) {
        byte[] secret = text.strip().getBytes(StandardCharsets.UTF_8);
        if (secret.length < JobOptions.LEAST_SECRET_BYTES) {
            throw failure("the secret of the job is too short: bytes=" + secret.length, null);
        }
        return secret;
    }

    private static byte[] of(Options options, Set<PosixFilePermission> forbidden) {
        String file = options.value(JobOptions.SECRET_FILE);
        byte[] secret = file.isEmpty() ? fromVariable(options) : fromFile(Path.of(file), forbidden);
        if (secret.length < JobOptions.LEAST_SECRET_BYTES) {
            throw failure("the secret of the job is too short: bytes=" + secret.length + HOW, null);
        }
        return secret;
    }

    private static byte[] fromVariable(Options options) {
        String text = options.value(JobOptions.SECRET);
        if (options.origin(JobOptions.SECRET).equals("system property")) {
            throw failure(
                    "the secret of the job may not stand on a command line, where other users can read it" + HOW, null);
        }
        if (text.isEmpty()) {
            throw failure("no secret for the job" + HOW, null);
        }
        try {
            return HexFormat.of().parseHex(text);
        } catch (IllegalArgumentException malformed) { // not passed on: its text is that of the secret
            throw failure("the secret of the job is malformed" + HOW, null);
        }
    }

    private static byte[] fromFile(Path file, Set<PosixFilePermission> forbidden) {
        try {
            if (Files.getFileStore(file).supportsFileAttributeView("posix")
                    && Files.getPosixFilePermissions(file).stream().anyMatch(forbidden::contains)) {
                throw failure(
                        "other users may read or write the secret of the job: file=" + file + "; chmod 600 it", null);
            }
            return Files.readString(file).strip().getBytes(StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw failure("cannot read the secret of the job: file=" + file + ": " + unreadable, unreadable);
        }
    }

    private static SennitException failure(String message, Throwable cause) {
        return new SennitException(ErrorClass.BOOTSTRAP, message, cause);
    }
}
