package org.sennit.internal.net.tcp;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sennit.spi.bootstrap.JobRemains;

/** The folders of a job's Unix sockets, which a killed process leaves behind. Threads: stateless. */
public final class SocketRemains implements JobRemains {

    @Override
    public void clear(String jobId) {
        clear(jobId, UnixSocketFolder.base(0));
    }

    static void clear(String jobId, Path base) {
        // The folder of each session has its number behind a dot (and more where another one had the name).
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(base, UnixSocketFolder.PREFIX + jobId + ".*")) {
            for (Path folder : folders) {
                if (UnixSocketFolder.isOurs(folder)) {
                    delete(folder);
                }
            }
        } catch (IOException | RuntimeException cannot) {
            // The rest is removed by a later job, which finds that no process listens there.
        }
    }

    private static void delete(Path folder) throws IOException {
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder)) {
            for (Path socket : sockets) {
                Files.deleteIfExists(socket);
            }
        }
        Files.deleteIfExists(folder);
    }
}
