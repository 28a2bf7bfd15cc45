package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.message.DataLayout;
import org.sennit.spi.network.BatchCursor;
import org.sennit.spi.network.NetworkSend;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.MappedFile;

/** Code that C2 has compiled catches the error of a file that was cut short where it copies. */
@Deadline(seconds = 60)
class MappedFaultsTest {
    private static final int BYTES = 4096;
    private static final DataLayout GAPS = DataLayout.vector(100, 1, 2, DataLayout.LONG);
    private static final MemorySegment OWN = MemorySegment.ofArray(new long[BYTES / Long.BYTES]);

    private static DataLayout pieces; // of the case that uses it

    /** A copy between a file and sound memory. */
    private record Case(String name, Copy copy) {
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Copies, and returns whether the error of the file has come; each with a try statement into which C2 may inline
     * all.
     */
    private interface Copy {
        boolean isCaught(MemorySegment file);
    }

    private static Stream<Case> cases() {
        FragmentCopy fragments = new FragmentCopy();
        ByteBuffer buffer = ByteBuffer.allocate(BYTES);
        BatchCursor cursor = new BatchCursor();
        NetworkSend send = new NetworkSend();
        MemorySegment header = MemorySegment.ofArray(new byte[8]);
        return Stream.of(
                new Case("a word", file -> {
                    try {
                        MemoryCopy.copy(file, 0, OWN, 0, 8);
                        return false;
                    } catch (InternalError e) {
                        return true;
                    }
                }),
                new Case("bytes", file -> {
                    try {
                        MemoryCopy.copy(OWN, 0, file, 0, 1000);
                        return false;
                    } catch (InternalError e) {
                        return true;
                    }
                }),
                new Case("to gaps", file -> {
                    try {
                        LayoutCopy.unpack(OWN, 0, file, 0, GAPS, 0, 800);
                        return false;
                    } catch (InternalError e) {
                        return true;
                    }
                }),
                new Case("from gaps", file -> {
                    try {
                        LayoutCopy.pack(file, 0, GAPS, 0, OWN, 0, 800);
                        return false;
                    } catch (InternalError e) {
                        return true;
                    }
                }),
                new Case("between gaps", file -> {
                    try {
                        LayoutCopy.copy(file, 0, GAPS, OWN, 0, GAPS, 0, 800);
                        return false;
                    } catch (InternalError e) {
                        return true;
                    }
                }),
                new Case("pieces, in memories of their own", file -> {
                    try {
                        LayoutCopy.pack(OWN, 0, pieces(file), 0, OWN, 2048, 16);
                        return false;
                    } catch (InternalError e) {
                        return true;
                    }
                }),
                new Case("a short fragment", file -> {
                    try {
                        fragments.copyFrom(buffer, 0, file, 0, 8);
                        return false;
                    } catch (InternalError e) {
                        return true;
                    }
                }),
                new Case("a long fragment", file -> {
                    try {
                        fragments.copyFrom(buffer, 0, file, 0, 1000);
                        return false;
                    } catch (InternalError e) {
                        return true;
                    }
                }),
                new Case("a batch", file -> {
                    send.stage(header, file);
                    cursor.start(send);
                    try {
                        cursor.copyTo(OWN, 0, 1000);
                        return false;
                    } catch (InternalError e) {
                        return true;
                    }
                }));
    }

    private static DataLayout pieces(MemorySegment file) {
        if (pieces == null) {
            pieces = DataLayout.struct(
                    new MemorySegment[] {file, OWN},
                    new DataLayout[] {DataLayout.LONG.count(1), DataLayout.LONG.count(1)});
        }
        return pieces;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theErrorIsCaughtAroundTheCopy(Case each) {
        try (MappedFile file = new MappedFile(BYTES)) {
            assertEquals(0, caught(MappedFile.WARM, each.copy, file.memory()));
            file.truncate(0);
            assertEquals(MappedFile.FAULTS, caught(MappedFile.FAULTS, each.copy, file.memory()));
        }
    }

    private static int caught(int times, Copy copy, MemorySegment file) {
        int caught = 0;
        for (int i = 0; i < times; i++) {
            caught += copy.isCaught(file) ? 1 : 0;
        }
        return caught;
    }

    @Test
    void segmentsTellThatTheyAreMapped() {
        try (MappedFile file = new MappedFile(BYTES)) {
            MemorySegment memory = file.memory();
            assertTrue(memory.asSlice(8, 16).isMapped());
            assertTrue(memory.asReadOnly().isMapped());
            ByteBuffer buffer = memory.asByteBuffer();
            assertTrue(MemorySegment.ofBuffer(buffer.slice(8, 16)).isMapped());
            assertTrue(MemorySegment.ofBuffer(buffer.asReadOnlyBuffer()).isMapped());
            assertTrue(new BufferMemory().of(buffer).isMapped());
            assertTrue(new MemoryViews().of(buffer.position(8)).isMapped());
        }
    }
}
