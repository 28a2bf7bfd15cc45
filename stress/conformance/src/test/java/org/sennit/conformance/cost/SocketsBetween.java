package org.sennit.conformance.cost;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The TCP connections between this process and another one of the host, as the system lists them, to be cut. Linux
 * only. Any thread.
 */
final class SocketsBetween {
    private static final String ESTABLISHED = "01";
    private static final int HEX = 16;

    // columns of /proc/net/tcp
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private static final int BOTH_DIRECTIONS = 2;

    private final MethodHandle shutdown;
    private final long peer;

    /** @param peer the process id of the other one */
    @SuppressWarnings("restricted")
    SocketsBetween(long peer) {
        this.peer = peer;
        Linker linker = Linker.nativeLinker();
        this.shutdown = linker.downcallHandle(
                linker.defaultLookup().find("shutdown").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }

    /** Ends all of them in both directions, in the midst of what is under way; returns how many there were. */
    int cut() {
        try {
            Map<String, String> sockets = established();
            Map<String, Integer> ours = descriptors("self");
            Map<String, Integer> theirs = descriptors(Long.toString(peer));
            int count = 0;
            for (Map.Entry<String, String> end : sockets.entrySet()) {
                String[] ports = end.getKey().split(" ");
                String other = sockets.get(ports[1] + " " + ports[0]);
                Integer descriptor = ours.get(end.getValue());
                if (descriptor != null && other != null && theirs.containsKey(other)) {
                    shutDown(descriptor);
                    count++;
                }
            }
            return count;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The sockets by their local and remote port. */
    private static Map<String, String> established() throws IOException {
        Map<String, String> sockets = new HashMap<>();
        for (Path list : new Path[] {Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6")}) {
            if (Files.exists(list)) {
                for (String line : Files.readAllLines(list)) {
                    String[] columns = line.strip().split("\\s+");
                    if (columns[STATE].equals(ESTABLISHED)) {
                        sockets.put(
                                port(columns[LOCAL]) + " " + port(columns[REMOTE]), "socket:[" + columns[INODE] + "]");
                    }
                }
            }
        }
        return sockets;
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1), HEX);
    }

    /** What a process has open, with the descriptors. */
    private static Map<String, Integer> descriptors(String process) throws IOException {
        Map<String, Integer> open = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc", process, "fd"))) {
            for (Path each : all) {
                try {
                    open.put(
                            Files.readSymbolicLink(each).toString(),
                            Integer.valueOf(each.getFileName().toString()));
                } catch (IOException closedMeanwhile) {
                    continue;
                }
            }
        }
        return open;
    }

    private void shutDown(int descriptor) {
        try {
            int ignored = (int) shutdown.invokeExact(descriptor, BOTH_DIRECTIONS); // an error: it has gone already
        } catch (Throwable e) {
            throw new LinkageError("shutdown", e);
        }
    }
}
