package org.sennit.spi.network;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The identity of a process's host: two processes with the same identity share a kernel and its network name space, so
 * that sockets of the file system, loopback addresses and shared memory connect them. Immutable.
 *
 * @param digest 16 hexadecimal digits to compare; reveal nothing about the host
 * @param reason what they were made from
 */
public record HostIdentity(String digest, String reason) {
    /** Identifies the host of a process. */
    public static final Option<String> HOST = Option.ofString(
            "net.host",
            "",
            "name of the host of this process, with %p for the process's number; empty: boot id and network name space"
                    + " of the machine");

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path NETWORK = Path.of("/proc/self/ns/net");

    /**
     * Returns the identity of this process's host. Reads two small files; does not block otherwise on Linux.
     *
     * @param options may name the host
     * @param process the number of this process
     * @return the identity
     */
    public static HostIdentity of(Options options, int process) {
        String name = options.value(HOST);
        if (!name.isEmpty()) {
            String own = name.replace("%p", Integer.toString(process));
            return new HostIdentity(digestOf("named " + own), "net.host=" + own);
        }
        try {
            String boot = Files.readString(BOOT_ID).strip();
            String network = Files.readSymbolicLink(NETWORK).toString();
            return new HostIdentity(digestOf(boot + " " + network), "boot id and network name space " + network);
        } catch (IOException | UnsupportedOperationException notLinux) {
            String host = hostName();
            return new HostIdentity(digestOf("host " + host), "host name " + host);
        }
    }

    /**
     * Returns whether the user has named the host of this process, for example to have several hosts on one machine.
     *
     * @param options the settings
     * @return true when {@code net.host} is set
     */
    public static boolean isNamed(Options options) {
        return !options.value(HOST).isEmpty();
    }

    /**
     * Returns the digest as a number.
     *
     * @return equal where the digests are
     */
    public long bits() {
        return HexFormat.fromHexDigitsToLong(digest);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException unknown) {
            return "unknown";
        }
    }

    private static String digestOf(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException missing) {
            throw new SennitException(ErrorClass.INTERN, "every JDK has SHA-256, this one has not", missing);
        }
    }
}
