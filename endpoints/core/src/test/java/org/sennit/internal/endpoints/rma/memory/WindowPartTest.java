package org.sennit.internal.endpoints.rma.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which memory is accessed word by word, on the fast path. */
class WindowPartTest {
    private static final int BYTES = 64;

    @Test
    void aMappedFileOfTheRuntimeIsAccessedByWordsAndOneOfTheProgramIsNot(@TempDir Path folder) throws IOException {
        try (FileChannel file = FileChannel.open(
                        folder.resolve("memory"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
            WindowPart own = WindowPart.own(1, mapped, 8);
            assertNotNull(own.words());
            assertEquals(8, own.wordAt(1));
            WindowPart given = WindowPart.of(1, mapped, 8);
            assertNull(given.words());
            assertEquals(-1, given.wordAt(1));
        }
    }
}
