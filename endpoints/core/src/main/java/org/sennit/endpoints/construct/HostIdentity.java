package org.sennit.endpoints.construct;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.UUID;

/**
 * Which host, or container of its own, a process is on: processes with one identity can share memory through files. It is
 * the boot of the kernel and the file system of shared memory; where these are not known, the name of the host.
 */
final class HostIdentity {
    private HostIdentity() {}

    static long current() {
        return UUID.nameUUIDFromBytes(text().getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
    }

    private static String text() {
        try {
            String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"));
            Object sharedMemory = Files.readAttributes(Path.of("/dev/shm"), BasicFileAttributes.class)
                    .fileKey();
            return boot + sharedMemory;
        } catch (IOException e) {
            return hostName();
        }
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
