package org.sennit.bench.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerTimeTest {
    @TempDir
    private Path threads;

    @Test
    void addsWhatTheCompilersThreadsHaveUsedAndNoOther() throws IOException {
        thread("11", "C2 CompilerThre", "7000000 5 6");
        thread("12", "C1 CompilerThre", "3999999 5 6");
        thread("13", "endpoint-0", "90000000 5 6");
        Files.createDirectory(threads.resolve("14")); // has ended
        assertEquals(10, new CompilerTime(threads).getAsLong());
    }

    @Test
    void readsTheJvmsOwnFigureWhereTheSystemTellsNone() {
        long first = new CompilerTime(threads.resolve("none")).getAsLong();
        assertTrue(first >= 0 && new CompilerTime(threads.resolve("none")).getAsLong() >= first, "ms=" + first);
    }

    private void thread(String number, String name, String times) throws IOException {
        Path folder = Files.createDirectory(threads.resolve(number));
        Files.writeString(folder.resolve("comm"), name + "\n");
        Files.writeString(folder.resolve("schedstat"), times + "\n");
    }
}
