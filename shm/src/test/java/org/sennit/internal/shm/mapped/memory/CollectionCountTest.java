package org.sennit.internal.shm.mapped.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/** The collections of a JVM are seen from another one, and where they cannot be, that is seen. */
@Deadline
class CollectionCountTest {
    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    /** For each byte that it reads collects all, or makes garbage until the young generation is collected; answers. */
    static final class Collecting {
        static final int ALL = 1;
        static final int YOUNG = 2;

        private Collecting() {}

        public static void main(String[] args) throws IOException {
            System.out.println("ready");
            for (int wish = System.in.read(); wish >= 0; wish = System.in.read()) {
                if (wish == ALL) {
                    System.gc();
                } else {
                    makeGarbage();
                }
                System.out.println("collected");
            }
        }

        private static void makeGarbage() {
            byte[][] kept = new byte[4][];
            long before = collections();
            for (int i = 0; collections() == before; i++) {
                kept[i % kept.length] = new byte[10_000];
            }
        }

        private static long collections() {
            return ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                    .sum();
        }
    }

    private final List<CollectionCount> others = new ArrayList<>();

    private static Process start(String... flags) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = Stream.of(
                        Stream.of(java, "-Xmx32m", "-XX:TieredStopAtLevel=1"),
                        Stream.of(flags),
                        Stream.of("-cp", System.getProperty("java.class.path"), Collecting.class.getName()))
                .flatMap(each -> each)
                .toList();
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC"})
    void growsWithEachCollectionOfAnotherJvm(String collector) throws IOException {
        Process process = start(collector);
        try (BufferedReader answers = process.inputReader()) {
            assertEquals("ready", answers.readLine());
            CollectionCount count = CollectionCount.of(process.pid());
            assumeTrue(count != null, "/proc and jstat's files");
            for (int i = 0; i < 6; i++) {
                long before = count.value();
                process.getOutputStream().write(i % 2 == 0 ? Collecting.ALL : Collecting.YOUNG);
                process.getOutputStream().flush();
                assertEquals("collected", answers.readLine());
                assertTrue(count.value() > before, "before=" + before + " after=" + count.value());
            }
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseZGC", "-XX:-UsePerfData", "-XX:+PerfDisableSharedMem"})
    void isNotThereWhereMovesAreNotCounted(String flag) throws IOException {
        Process process = start(flag);
        try (BufferedReader answers = process.inputReader()) {
            assertEquals("ready", answers.readLine());
            assertNull(CollectionCount.of(process.pid()));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void theCountsOfOthersThatAProcessReadsAreNotItsOwn() throws IOException {
        Process process = start("-XX:+UseSerialGC");
        try (BufferedReader answers = process.inputReader()) {
            assertEquals("ready", answers.readLine());
            CollectionCount other = CollectionCount.of(process.pid());
            assumeTrue(other != null, "/proc and jstat's files");
            for (int i = 0; i < 8; i++) { // mappings lie anywhere
                CollectionCount own = CollectionCount.of(ProcessHandle.current().pid());
                assertNotNull(own);
                long before = other.value();
                long ownBefore = own.value();
                System.gc();
                assertTrue(own.value() > ownBefore);
                assertEquals(before, other.value());
                others.add(CollectionCount.of(process.pid()));
            }
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aProcessThatIsGoneHasNone() {
        assertNull(CollectionCount.of(Integer.MAX_VALUE)); // more than the kernel gives
    }

    @Test
    void garbageIsNoCount() {
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            if (bytes.length > 32 && random.nextBoolean()) {
                byte[] head = {(byte) 0xca, (byte) 0xfe, (byte) 0xc0, (byte) 0xc0, 1, 2, 0, 1};
                System.arraycopy(head, 0, bytes, 0, head.length);
                MemorySegment words = MemorySegment.ofArray(bytes);
                words.set(ValueLayout.JAVA_INT_UNALIGNED, 24, random.nextInt(-1, 210));
                words.set(ValueLayout.JAVA_INT_UNALIGNED, 28, random.nextInt(-1, 5));
                if (bytes.length > 80) {
                    words.set(ValueLayout.JAVA_INT_UNALIGNED, 32, random.nextInt(-1, 60));
                    words.set(ValueLayout.JAVA_INT_UNALIGNED, 36, random.nextInt(-1, 60));
                    words.set(ValueLayout.JAVA_INT_UNALIGNED, 48, random.nextInt(-1, 60));
                }
            }
            assertNull(CollectionCount.in(MemorySegment.ofArray(bytes), 1));
        }
    }

    @Test
    void ownCollectionsAreCounted() {
        CollectionCount count = CollectionCount.of(ProcessHandle.current().pid());
        assumeTrue(count != null, "a collector that moves objects while the program stands");
        assertNotNull(count);
        long before = count.value();
        System.gc();
        assertTrue(count.value() > before);
    }
}
