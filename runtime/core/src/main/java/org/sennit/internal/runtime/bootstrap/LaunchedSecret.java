package org.sennit.internal.runtime.bootstrap;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The secret of the job in a process that a launcher has started: the first line of its standard input, or of a file
 * that is deleted when it has been read. So neither the environment, which every program inherits that this one starts,
 * nor a command line has it.
 *
 * <p>Threads: stateless; read once, since there is nothing to read a second time.
 */
public final class LaunchedSecret {
    /** The value of {@link JobOptions#SECRET_SOURCE} that means standard input. */
    public static final String STANDARD_INPUT = "stdin";

    /** Longest line, in bytes. */
    private static final int MAX_BYTES = 1024;

    private LaunchedSecret() {}

    /** The secret that the launcher has handed to this JVM; read when first asked for. */
    private static final class Received {
        static final String TEXT = receive(Options.fromEnvironment().value(JobOptions.SECRET_SOURCE));

        private Received() {}
    }

    /**
     * Returns the secret of the job.
     *
     * @param options what the launcher has set for this process
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: it is missing or malformed; do not retry
     */
    public static byte[] of(Options options) {
        String text = options.value(JobOptions.SECRET);
        if (text.isEmpty() && !options.value(JobOptions.SECRET_SOURCE).isEmpty()) {
            text = Received.TEXT;
        }
        try {
            byte[] secret = HexFormat.of().parseHex(text);
            if (secret.length >= JobOptions.LEAST_SECRET_BYTES) {
                return secret;
            }
        } catch (IllegalArgumentException malformed) {
            // Falls through, without the text: it may be most of a secret.
        }
        throw new SennitException(ErrorClass.BOOTSTRAP, "the launcher gave no secret for the job");
    }

    /** Returns an empty text where there is none. */
    static String receive(String source) {
        try {
            if (source.equals(STANDARD_INPUT)) {
                return line(new FileInputStream(FileDescriptor.in)); // not closed: the program's input follows
            }
            Path file = Path.of(source);
            try (InputStream in = Files.newInputStream(file)) {
                return line(in);
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException gone) {
            return "";
        }
    }

    /** Reads a line byte by byte, because what follows belongs to the program. */
    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(MAX_BYTES);
        for (int b = in.read(); b >= 0 && b != '\n' && bytes.size() < MAX_BYTES; b = in.read()) {
            bytes.write(b);
        }
        return bytes.toString(StandardCharsets.US_ASCII);
    }
}
