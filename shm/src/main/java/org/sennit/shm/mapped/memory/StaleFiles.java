package org.sennit.shm.mapped.memory;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * Clears away what killed jobs have left: files of our name and of this user whose process is gone. Those of living jobs,
 * of other users, of other containers, and everybody else's files stay. Any thread.
 */
public final class StaleFiles {
    private StaleFiles() {}

    /**
     * Clears the directories in which shared files are made.
     *
     * @return how many files were removed
     */
    public static int clear() {
        return clear(SharedFilePlaces.directories());
    }

    static int clear(List<Path> directories) {
        int removed = 0;
        for (Path directory : directories) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "sennit-*.shared")) {
                for (Path file : files) {
                    removed += isStale(file) && Files.deleteIfExists(file) ? 1 : 0;
                }
            } catch (IOException | RuntimeException e) {
                // Another process clears at the same time, or the directory cannot be read: what is left is the next
                // one's.
                continue;
            }
        }
        return removed;
    }

    private static boolean isStale(Path file) {
        SharedFileName name = SharedFileName.parse(file.getFileName().toString());
        return name != null
                && name.owner().isDead()
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && OwningProcess.ownsFile(file, LinkOption.NOFOLLOW_LINKS);
    }
}
