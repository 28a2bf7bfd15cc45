package org.sennit.internal.shm.mapped.memory;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sennit.spi.context.RuntimeContext;

/**
 * Clears away what killed jobs have left: files of our name and of this user whose process is gone. Those of living
 * jobs, of other users, of other containers and hosts, and all other files stay. It looks for a bounded time: in a
 * folder with 100,000 foreign files a look at each takes seconds. Any thread.
 */
public final class StaleFiles {
    /** Longest look at all folders; what is left is the next job's. A thousand stale files take a tenth of it. */
    private static final long MAX_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private StaleFiles() {}

    /**
     * Clears the directories in which shared files are made.
     *
     * @param context the clock that bounds the look
     * @return the number of files that were removed
     */
    public static int clear(RuntimeContext context) {
        return clear(context, SharedFilePlaces.directories(), context.nanoTime() + MAX_NS);
    }

    /**
     * Returns whether a process should clear: one of each host is enough. Where the numbers of a host's processes are
     * consecutive, it is exactly one.
     *
     * @param process its number in the job
     * @param hostProcesses how many processes of the job are on its host
     */
    public static boolean isTurnOf(int process, int hostProcesses) {
        return process % hostProcesses == 0;
    }

    static int clear(RuntimeContext context, List<Path> directories, long deadlineNs) {
        OwningProcess self = OwningProcess.current();
        int removed = 0;
        for (Path directory : directories) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "sennit-*.shared")) {
                for (Path file : files) {
                    if (context.nanoTime() - deadlineNs > 0) {
                        return removed;
                    }
                    removed += isStale(file, self) && Files.deleteIfExists(file) ? 1 : 0;
                }
            } catch (IOException | RuntimeException e) {
                // Another process clears at the same time, or the directory cannot be read: what is left is the next
                // one's.
                continue;
            }
        }
        return removed;
    }

    private static boolean isStale(Path file, OwningProcess self) {
        SharedFileName name = SharedFileName.parse(file.getFileName().toString());
        return name != null
                && name.owner().isDead(self)
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && OwningProcess.ownsFile(file, LinkOption.NOFOLLOW_LINKS);
    }
}
