package org.sennit.bench.floor;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Summary;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class FloorTest {

    private static final Batching FEW = new Batching(3, 10);

    @TempDir
    private Path folder;

    @Test
    void probesThroughAFileThatBothSidesMap() throws Exception {
        Path file = Files.write(folder.resolve("lines"), new byte[SharedLines.FILE_BYTES]);
        double ns = both(
                () -> new SpeedProbe(SharedLines.mapped(file), true).measureNs(),
                () -> new SpeedProbe(SharedLines.mapped(file), false).measureNs());
        assertTrue(ns > 0, "ns=" + ns);
    }

    @Test
    void memoryFloorHasAnExchangeForSmallAndACopyForLargeMessages() throws Exception {
        MemoryFloor.Meeting meeting = new MemoryFloor.Meeting();
        Summary large = both(() -> of(new MemoryFloor(meeting, true)), () -> of(new MemoryFloor(meeting, false)));
        assertTrue(large.medianNs() > 0, large.toString());
    }

    @Test
    void socketFloorHasAnExchangeAndAStream() throws Exception {
        SharedLines lines = SharedLines.inProcess();
        Summary large = both(() -> of(SocketFloor.tcp(lines, true)), () -> of(SocketFloor.tcp(lines, false)));
        assertTrue(large.medianNs() > 0, large.toString());
    }

    @Test
    void unixSocketFloorLeavesNoFileBehind() throws Exception {
        SharedLines lines = SharedLines.inProcess();
        Path path = folder.resolve("socket");
        Summary large =
                both(() -> of(SocketFloor.unix(lines, true, path)), () -> of(SocketFloor.unix(lines, false, path)));
        assertTrue(large.medianNs() > 0, large.toString());
        assertFalse(Files.exists(path));
    }

    @Test
    void mappedFloorHasAnExchangeACopyAndAStream() throws Exception {
        Path file = Files.write(folder.resolve("lines"), new byte[SharedLines.FILE_BYTES]);
        Summary large = both(
                () -> of(new MappedFloor(SharedLines.mapped(file), true)),
                () -> of(new MappedFloor(SharedLines.mapped(file), false)));
        assertTrue(large.medianNs() > 0, large.toString());
    }

    private static Summary of(PairFloor floor) {
        try (floor) {
            floor.oneWay(8, false, FEW);
            floor.stream(1 << 16, 4, 3);
            floor.oneWay(0, false, FEW);
            return floor.oneWay(1 << 16, true, FEW);
        }
    }

    /** Runs the other side on a thread of its own; the test's deadline ends both. */
    private static <T> T both(Supplier<T> leader, Supplier<T> follower) throws InterruptedException, IOException {
        Thread other = Thread.ofPlatform().daemon().start(follower::get);
        T result = leader.get();
        other.join();
        return result;
    }
}
