package org.sennit.internal.runtime.trace;

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
            ProfileLine line = profile.line(
                    rank, new CallSite("send", "A.java:1"), ProfileLine.SENT, 1, MessageProtocol.IMMEDIATE);
            line.add(8);
            line.addWaiting(rank * 1_000_000L);
        }
        List<String> lines = profile.table(2).lines().toList();
        assertTrue(lines.get(2).strip().startsWith("2 send"), lines::toString);
        assertTrue(lines.get(3).strip().startsWith("1 send"), lines::toString);
        assertEquals("# … 1 more", lines.get(4));
        assertTrue(lines.get(5).startsWith("# Peer: >n for messages sent to rank n"), lines::toString);
        assertEquals(5 + 3, lines.size());
    }

    @Test
    void partsComeTogetherAgain() throws IOException {
        for (int part = 0; part < 2; part++) {
            Profile profile = new Profile();
            CallSite site = new CallSite("sendReceive", "A.java:1");
            profile.line(0, site, ProfileLine.SENT, 1, MessageProtocol.SINGLE_COPY)
                    .add(1_000);
            profile.line(0, site, ProfileLine.RECEIVED, 1, MessageProtocol.SINGLE_COPY)
                    .add(10);
            profile.write(folder.resolve("part" + part));
        }
        List<String> rows = Profile.readAll(folder)
                .table(10)
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
        assertTrue(rows.get(2).startsWith("0 sendReceive <1 single copy 2 20 "), rows::toString);
        assertTrue(rows.get(3).startsWith("0 sendReceive >1 single copy 2 2,000 "), rows::toString);
    }
}
