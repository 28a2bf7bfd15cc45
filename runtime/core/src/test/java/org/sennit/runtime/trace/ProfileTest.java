package org.sennit.runtime.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileTest {
    @TempDir
    private Path folder;

    @Test
    void theLongestWaitingComesFirstAndALongTableIsCut() {
        Profile profile = new Profile();
        for (int rank = 0; rank < 3; rank++) {
            ProfileLine line = profile.line(rank, new CallSite("send", "A.java:1"), 1, "immediate");
            line.add(8);
            line.addWaiting(rank * 1_000_000L);
        }
        List<String> lines = profile.table(2).lines().toList();
        assertTrue(lines.get(2).strip().startsWith("2 send"), lines::toString);
        assertTrue(lines.get(3).strip().startsWith("1 send"), lines::toString);
        assertEquals("# … 1 more", lines.get(4));
        assertEquals(5, lines.size());
    }

    @Test
    void partsComeTogetherAgain() throws IOException {
        for (int part = 0; part < 2; part++) {
            Profile profile = new Profile();
            profile.line(0, new CallSite("send", "A.java:1"), 1, "single copy").add(1_000);
            profile.write(folder.resolve("part" + part));
        }
        String row = Profile.readAll(folder)
                .table(10)
                .lines()
                .toList()
                .get(2)
                .strip()
                .replaceAll(" +", " ");
        assertTrue(row.startsWith("0 send 1 single copy 2 2,000 "), row);
    }
}
