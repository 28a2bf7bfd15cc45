package org.sennit.internal.shm.mapped.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

@Deadline
@Core
class SharedFileTest {
    private static final long BYTES = 70_001;

    @TempDir
    Path directory;

    private SharedFilePlaces places(boolean isNative) {
        return new SharedFilePlaces("a job/1", isNative ? () -> NativeCalls.INSTANCE : () -> null, List.of(directory));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatOneSideWritesTheOtherReads(boolean isNative) {
        SharedFile made = places(isNative).create(BYTES, Arena.ofAuto());
        SharedFile opened = SharedFileOffer.parse(made.describe()).open(Arena.ofAuto());
        assertEquals(BYTES, opened.segment().byteSize());
        assertEquals(0, opened.segment().address() % 4096);
        assertEquals(-1, made.segment().mismatch(opened.segment()));
        made.segment().set(ValueLayout.JAVA_BYTE, BYTES - 1, (byte) 7);
        assertEquals(7, opened.segment().get(ValueLayout.JAVA_BYTE, BYTES - 1));
        made.unlink();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void afterUnlinkNoProcessOpensItAndItsHoldersKeepIt(boolean isNative) throws IOException {
        SharedFile made = places(isNative).create(BYTES, Arena.ofAuto());
        SharedFile opened = SharedFileOffer.parse(made.describe()).open(Arena.ofAuto());
        made.unlink();
        made.unlink();
        assertEquals(List.of(), files());
        SennitException e = assertThrows(
                SennitException.class,
                () -> SharedFileOffer.parse(made.describe()).open(Arena.ofAuto()));
        assertEquals(ErrorClass.NETWORK, e.errorClass());
        opened.segment().fill((byte) 3);
        assertEquals(3, made.segment().get(ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void aNamedFileIsForItsOwnerOnly() throws IOException {
        SharedFile made = places(false).create(BYTES, Arena.ofAuto());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(files().getFirst())));
        made.unlink();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anotherFileInItsPlaceIsRefused(boolean isNative) {
        SharedFilePlaces places = places(isNative);
        String[] first = places.create(BYTES, Arena.ofAuto()).describe().split(" ");
        String[] second = places.create(BYTES, Arena.ofAuto()).describe().split(" ");
        int nonce = first[0].equals("memfd") ? 4 : 3; // a named file, too, where the kernel has no memory files
        first[nonce] = second[nonce];
        assertThrows(
                SennitException.class,
                () -> SharedFileOffer.parse(String.join(" ", first)).open(Arena.ofAuto()));
        first[nonce - 1] = Long.toString(BYTES);
        assertThrows(
                SennitException.class,
                () -> SharedFileOffer.parse(String.join(" ", first)).open(Arena.ofAuto()));
    }

    @Test
    void aLinkInItsPlaceIsRefused() throws IOException {
        SharedFile made = places(false).create(BYTES, Arena.ofAuto());
        Path file = files().getFirst();
        Path elsewhere = directory.resolve("elsewhere");
        Files.move(file, elsewhere, StandardCopyOption.ATOMIC_MOVE);
        Files.createSymbolicLink(file, elsewhere);
        SharedFileOffer offer = SharedFileOffer.parse(made.describe());
        assertThrows(SennitException.class, () -> offer.open(Arena.ofAuto()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "memfd",
                "memfd 1 2 3",
                "memfd -1 2 9000 00112233445566778899aabbccddeeff",
                "memfd 1 x 9000 00112233445566778899aabbccddeeff",
                "memfd 1 2 4096 00112233445566778899aabbccddeeff",
                "memfd 1 2 9000 0011",
                "file /etc/passwd 9000 00112233445566778899aabbccddeeff /tmp",
                "file sennit-j-1-2-3-0011223344556677.shared/../x 9000 00112233445566778899aabbccddeeff /tmp",
                "file sennit-j-1-2-3-0011223344556677.shared 9000 00112233445566778899aabbccddeeff /t\0mp",
                "other 1 2 9000 00112233445566778899aabbccddeeff"
            })
    void garbageIsNoOffer(String text) {
        SennitException e = assertThrows(SennitException.class, () -> SharedFileOffer.parse(text));
        assertEquals(ErrorClass.ARG, e.errorClass());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void moreThanThereIsIsRefusedAndNothingIsLeft(boolean isNative) throws IOException {
        long tooMuch = 1L << 50;
        SennitException e =
                assertThrows(SennitException.class, () -> places(isNative).create(tooMuch, Arena.ofAuto()));
        assertEquals(ErrorClass.NO_MEM, e.errorClass());
        assertTrue(e.getMessage().contains("bytes=" + tooMuch), e::getMessage);
        assertTrue(e.getMessage().contains("free"), e::getMessage);
        assertEquals(List.of(), files());
    }

    @Test
    void aDirectoryWithoutRoomIsPassedOver() throws IOException {
        SharedFilePlaces places =
                new SharedFilePlaces("job", () -> null, List.of(directory.resolve("missing"), directory));
        SharedFile made = places.create(BYTES, Arena.ofAuto());
        assertEquals(1, files().size());
        made.unlink();
    }

    @Test
    void theFileOfAPairNeedsNoNativeCallsAndHasNoNameWhereMemoryIsAFileSystem() throws IOException {
        Path memory = Path.of("/dev/shm");
        Assumptions.assumeTrue(Files.isWritable(memory) && Files.isDirectory(Path.of("/proc/self/fd")), "" + memory);
        SharedFilePlaces places = new SharedFilePlaces(
                "pair of " + ProcessHandle.current().pid(),
                () -> {
                    throw new AssertionError("links native calls");
                },
                List.of(memory));
        SharedFile made = places.createForPair(BYTES, Arena.ofAuto());
        String start = SharedFileName.fresh("pair of " + ProcessHandle.current().pid())
                .text()
                .split("-\\d")[0];
        try (Stream<Path> files = Files.list(memory)) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.getFileName().toString().startsWith(start))
                            .toList());
        }
        SharedFile opened = SharedFileOffer.parse(made.describe()).open(Arena.ofAuto());
        made.segment().set(ValueLayout.JAVA_BYTE, BYTES - 1, (byte) 7);
        assertEquals(7, opened.segment().get(ValueLayout.JAVA_BYTE, BYTES - 1));
        made.unlink();
        made.unlink();
        assertThrows(
                SennitException.class,
                () -> SharedFileOffer.parse(made.describe()).open(Arena.ofAuto()));
    }

    @Test
    void theFileOfAPairIsMadeElsewhereWhereMemoryIsNoFileSystem() throws IOException {
        SharedFile made = places(false).createForPair(BYTES, Arena.ofAuto());
        assertEquals(1, files().size());
        made.unlink();
    }

    @Test
    void withoutNativeAccessNothingIsSaidAndAFileIsUsed() {
        ChildJvm.Result result = new ChildJvm(Child.class)
                .options("-Djava.io.tmpdir=" + directory)
                .arguments("read")
                .run()
                .assertSilentSuccess();
        assertTrue(result.out().startsWith("file "), result::out);
    }

    @Test
    void theFilesOfAKilledJobAreClearedAndThoseOfALivingOneStay() throws Exception {
        SharedFile mine = places(false).create(BYTES, Arena.ofAuto());
        Files.writeString(directory.resolve("sennit-of-somebody.shared"), "no file of ours");
        Process child =
                new ChildJvm(Child.class).arguments("die", directory.toString()).start();
        assertEquals(137, child.waitFor(), "killed");
        assertEquals(3, files().size());
        assertEquals(
                1,
                StaleFiles.clear(
                        RuntimeContext.system(), List.of(directory, directory.resolve("missing")), inAMinute()));
        assertEquals(2, files().size());
        SharedFileOffer.parse(mine.describe()).open(Arena.ofAuto());
        mine.unlink();
    }

    @Test
    void aFileOfAnotherContainerIsNotTakenForStale() throws IOException {
        OwningProcess own = OwningProcess.current();
        Path foreign =
                directory.resolve("sennit-j-" + own.pid() + "-1-" + (own.space() + 1) + "-0011223344556677.shared");
        Files.writeString(foreign, "");
        assertEquals(0, StaleFiles.clear(RuntimeContext.system(), List.of(directory), inAMinute()));
        Path dead = directory.resolve("sennit-j-" + own.pid() + "-1-" + own.space() + "-0011223344556677.shared");
        Files.writeString(dead, "");
        assertEquals(
                0,
                StaleFiles.clear(RuntimeContext.system(), List.of(directory), System.nanoTime() - 1),
                "its time is over");
        assertEquals(1, StaleFiles.clear(RuntimeContext.system(), List.of(directory), inAMinute()));
        assertFalse(Files.exists(dead));
    }

    @Test
    void oneProcessOfEachHostClears() {
        for (int hosts = 1; hosts <= 3; hosts++) {
            for (int of = 1; of <= 5; of++) {
                int each = of;
                for (int host = 0; host < hosts; host++) {
                    IntStream processes = IntStream.range(host * each, (host + 1) * each);
                    assertEquals(
                            1,
                            processes.filter(p -> StaleFiles.isTurnOf(p, each)).count(),
                            "host=" + host + " processes=" + each);
                }
            }
        }
    }

    private static long inAMinute() {
        return System.nanoTime() + 60_000_000_000L;
    }

    @Test
    void theFirstNameSpaceOfAnotherHostIsAnotherOne() {
        long first = 4026531836L;
        long here = OwningProcess.spaceOf("6b5ae63d-2a39-4a9e-a0ac-3f0d3b1b8d5e", first);
        assertEquals(here, OwningProcess.spaceOf("6b5ae63d-2a39-4a9e-a0ac-3f0d3b1b8d5e", first));
        assertNotEquals(here, OwningProcess.spaceOf("6b5ae63d-2a39-4a9e-a0ac-3f0d3b1b8d5f", first));
        assertNotEquals(here, OwningProcess.spaceOf("6b5ae63d-2a39-4a9e-a0ac-3f0d3b1b8d5e", first + 1));
        assertTrue(here >= 0 && here < 1_000_000_000_000_000_000L);
    }

    /** A JVM without flags. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) {
            if (args[0].equals("read")) {
                SharedFile made = new SharedFilePlaces("child").create(BYTES, Arena.ofAuto());
                MemorySegment other = SharedFileOffer.parse(made.describe())
                        .open(Arena.ofAuto())
                        .segment();
                made.segment().set(ValueLayout.JAVA_BYTE, 5, (byte) 9);
                System.out.println(made.describe() + " " + other.get(ValueLayout.JAVA_BYTE, 5));
                made.unlink();
            } else {
                new SharedFilePlaces("child", () -> null, List.of(Path.of(args[1]))).create(BYTES, Arena.ofAuto());
                Runtime.getRuntime().halt(137);
            }
        }
    }
}
