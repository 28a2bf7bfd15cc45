package org.sennit.internal.launch.job;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.LaunchedSecret;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;

/**
 * Starts one process of a job on this host and hands the secret over: as the first line of its standard input, or,
 * where that is the launcher's own, in a file that only this user can read and that the process deletes.
 *
 * <p>Threads: stateless.
 */
public final class ProcessStart {
    /** Folder for a file when there is no temporary folder, as in a container with a read-only root. */
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private ProcessStart() {}

    /** The source of a process's standard input. */
    public enum Input {
        /** Nothing: it ends at once. */
        NONE,
        /** The standard input of this process: the same descriptor. */
        INHERITED,
        /** The caller writes it to {@link Process#getOutputStream()}, behind the secret. */
        WRITTEN
    }

    /**
     * Starts a process.
     *
     * @param command the JVM with its flags, and the program
     * @param environment what is added to that of this process
     * @param directory where it runs; null: where this process runs
     * @param folder of the job; null where none could be made
     * @return the process, which has its secret
     * @throws IOException it cannot be started
     */
    public static Process start(
            List<String> command,
            Map<String, String> environment,
            Path directory,
            byte[] secret,
            Input input,
            TemporaryFolder folder)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.environment().remove(Options.variableName(JobOptions.SECRET.name()));
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        byte[] line = (HexFormat.of().formatHex(secret) + "\n").getBytes(StandardCharsets.US_ASCII);
        String source = LaunchedSecret.STANDARD_INPUT;
        Path file = null;
        if (input == Input.INHERITED) {
            file = fileOf(line, folder);
            source = file.toString();
            builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
        }
        builder.environment().put(Options.variableName(JobOptions.SECRET_SOURCE.name()), source);
        Process process;
        try {
            process = builder.start();
        } catch (IOException | RuntimeException | OutOfMemoryError cannot) {
            if (file != null) {
                Files.deleteIfExists(file);
            }
            throw cannot;
        }
        if (file == null) {
            hand(process.getOutputStream(), line, input == Input.NONE);
        }
        return process;
    }

    /** Writes the secret into the folder of the job, or where that is full into shared memory. */
    private static Path fileOf(byte[] line, TemporaryFolder folder) throws IOException {
        Path parent = folder == null ? SHARED_MEMORY : folder.path();
        try {
            return fileIn(parent, line);
        } catch (IOException full) {
            if (folder != null) {
                try {
                    return fileIn(SHARED_MEMORY, line);
                } catch (IOException neither) {
                    // The first reason is the one to mend.
                }
            }
            throw new IOException(
                    "no file for the secret of the job can be written in " + parent + ": " + why(full), full);
        }
    }

    private static String why(IOException cannot) {
        return cannot instanceof FileSystemException named && named.getReason() != null
                ? named.getReason()
                : String.valueOf(cannot.getMessage());
    }

    private static Path fileIn(Path parent, byte[] line) throws IOException {
        var onlyOurs = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        // Files.createTempFile takes 10 ms before the first process: SecureRandom
        Path file = Files.createFile(parent.resolve("sennit-secret-" + Entropy.hex(8)), onlyOurs);
        try {
            return Files.write(file, line);
        } catch (IOException full) {
            Files.deleteIfExists(file);
            throw full;
        }
    }

    private static void hand(OutputStream in, byte[] line, boolean isAll) {
        try {
            in.write(line); // fits the pipe: does not wait for the process
            in.flush();
            if (isAll) {
                in.close();
            }
        } catch (IOException hasEnded) {
            // Its exit status says so.
        }
    }
}
