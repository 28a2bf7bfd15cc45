package org.sennit.internal.net.tcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Clears the folders of Unix sockets that killed jobs of this user have left. A socket is dead when no
 * process listens: unlike a process id that says the truth across process name spaces too, and is no matter
 * of names that were used again.
 *
 * <p>Threads: any; two processes may clear at once.
 */
final class StaleSockets {
    /** Younger folders are left alone: a socket has its file a moment before it listens. */
    private static final long YOUNG_MS = 60_000;

    private static final Pattern SOCKET = Pattern.compile("\\d+-[0-9a-f]{6}(\\.\\d+|~)?");

    /**
     * A line of /proc/net/unix: number, references, protocol, flags with the bit of listeners, type, state, inode,
     * name.
     */
    private static final Pattern LISTENING =
            Pattern.compile("\\S+ \\S+ \\S+ [0-9A-Fa-f]{3}1[0-9A-Fa-f]{4} \\S+ \\S+ +\\S+ (/.*)");

    private StaleSockets() {}

    /**
     * Looks for them and deletes them; what cannot be deleted stays.
     *
     * @param base where the folders are
     * @param nowMs the time, in milliseconds since 1970
     * @return the number of folders that were deleted
     */
    static int clear(Path base, long nowMs) {
        Set<String> listening = null; // read when there is an old folder
        int cleared = 0;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(base, UnixSocketFolder.PREFIX + "*")) {
            for (Path folder : folders) {
                if (isOld(folder, nowMs) && UnixSocketFolder.isOurs(folder)) {
                    listening = listening == null ? listeningHere() : listening;
                    cleared += clearFolder(folder, listening) ? 1 : 0;
                }
            }
        } catch (IOException | RuntimeException cannot) {
            // the next job tries again
        }
        return cleared;
    }

    private static boolean isOld(Path folder, long nowMs) throws IOException {
        return nowMs
                        - Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS)
                                .toMillis()
                > YOUNG_MS;
    }

    private static boolean clearFolder(Path folder, Set<String> listening) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (!SOCKET.matcher(file.getFileName().toString()).matches()
                        || listening.contains(file.toString())
                        || isListening(file)) {
                    return false; // a job lives here, or it is not ours after all
                }
                Files.deleteIfExists(file);
            }
            return Files.deleteIfExists(folder);
        } catch (IOException goneOrNotAllowed) {
            return false;
        }
    }

    /**
     * Returns the names of sockets on which a process listens, as the kernel lists them for this network name space.
     * Those need no connection to be found alive, which a job that has had no contact yet would take for its first one.
     * A name that is not here says nothing.
     */
    private static Set<String> listeningHere() {
        Set<String> names = new HashSet<>();
        try (BufferedReader sockets = Files.newBufferedReader(Path.of("/proc/net/unix"), StandardCharsets.ISO_8859_1)) {
            for (String line = sockets.readLine(); line != null; line = sockets.readLine()) {
                Matcher socket = LISTENING.matcher(line);
                if (socket.matches()) {
                    names.add(socket.group(1));
                }
            }
        } catch (IOException none) {
            // each is asked by a connection
        }
        return names;
    }

    private static boolean isListening(Path file) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false); // a full backlog is a sign of life, not a reason to wait
            channel.connect(UnixDomainSocketAddress.of(file));
            return true;
        } catch (ConnectException refused) {
            return false;
        } catch (IOException other) {
            return !String.valueOf(other.getMessage()).contains("refused");
        }
    }
}
