package org.sennit.bench.scratch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;

/**
 * Makes the temporary folder of a benchmark run; what killed runs have left beside it is deleted.
 *
 * <p>Threads: stateless.
 */
public final class ScratchFolder {
    private static final Path MEMORY_FOLDER = Path.of("/dev/shm");
    private static final String PREFIX = "sennit-bench-";
    private static final int FILES_LOOKED_AT = 10_000;

    private ScratchFolder() {}

    /**
     * Makes a folder in memory where the system has such: files that are mapped for a floor would be
     * written to a disk now and then.
     *
     * @return a fresh folder
     * @throws UncheckedIOException where it cannot be made
     */
    public static TemporaryFolder inMemory() {
        return Files.isWritable(MEMORY_FOLDER) ? in(MEMORY_FOLDER) : onDisk();
    }

    /**
     * Makes a folder where temporary files are.
     *
     * @return a fresh folder
     * @throws UncheckedIOException where it cannot be made
     */
    public static TemporaryFolder onDisk() {
        return in(Path.of(System.getProperty("java.io.tmpdir")));
    }

    private static TemporaryFolder in(Path parent) {
        try {
            TemporaryFolder folder = TemporaryFolder.make(parent, PREFIX);
            folder.removeAbandoned(FILES_LOOKED_AT);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
