package org.sennit.internal.runtime.bootstrap;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Unpredictable bytes for secrets and nonces, straight from the operating system where it offers them as a file.
 *
 * <p>{@link SecureRandom} reads the same file and adds 20 ms to the start of a process; it is used where there is no
 * such file. Threads: stateless.
 */
public final class Entropy {
    private Entropy() {}

    /**
     * Returns fresh random bytes. Does not block on a booted machine.
     *
     * @param count their number
     */
    public static byte[] bytes(int count) {
        try (InputStream source = new FileInputStream("/dev/urandom")) {
            byte[] bytes = source.readNBytes(count);
            if (bytes.length == count) {
                return bytes;
            }
        } catch (IOException noSuchFile) {
            // Not a Unix: fall through to the JDK's own.
        }
        byte[] bytes = new byte[count];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /**
     * Returns fresh random bytes as text.
     *
     * @param count the number of bytes
     * @return twice as many hexadecimal digits
     */
    public static String hex(int count) {
        return HexFormat.of().formatHex(bytes(count));
    }
}
