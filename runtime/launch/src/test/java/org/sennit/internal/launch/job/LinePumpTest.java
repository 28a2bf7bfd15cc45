package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinePumpTest {

    /** Remembers what each write to it was. */
    private static final class Writes extends ByteArrayOutputStream {
        final List<String> flushed = new ArrayList<>();

        @Override
        public void flush() {
            flushed.add(toString(StandardCharsets.UTF_8));
            reset();
        }
    }

    /** Gives one byte a read, as a slow process does. */
    private static InputStream slow(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public int read(byte[] bytes) throws IOException {
                return read(bytes, 0, 1);
            }
        };
    }

    @Test
    void writesWholeLinesHoweverTheyArrive() {
        Writes writes = new Writes();
        new LinePump(slow("one\ntwo\n"), writes).run();
        assertEquals(List.of("one\n", "two\n"), writes.flushed);
    }

    @Test
    void endsALastLineThatIsNotEnded() {
        Writes writes = new Writes();
        new LinePump(slow("one\ntwo"), writes).run();
        assertEquals("one\ntwo\n", String.join("", writes.flushed));
    }

    @Test
    void writesWhatIsBegunBeforeItWaitsForLong() {
        Writes writes = new Writes();
        List<String> seen = new ArrayList<>();
        new LinePump(
                        new ByteArrayInputStream("name? ".getBytes(StandardCharsets.UTF_8)) {
                            @Override
                            public int read(byte[] bytes) throws IOException {
                                seen.add(String.join("", writes.flushed)); // a program that waits for an answer
                                return super.read(bytes);
                            }
                        },
                        writes)
                .run();
        assertEquals(List.of("", "name? "), seen);
        assertEquals("name? \n", String.join("", writes.flushed));
    }

    @Test
    void keepsLittleOfOutputWithoutLines() {
        Writes writes = new Writes();
        String text = "x".repeat(1 << 20);
        new LinePump(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), writes).run();
        assertEquals(text + "\n", String.join("", writes.flushed));
        assertTrue(writes.flushed.stream().allMatch(part -> part.length() <= 1 << 17), "at most two chunks are kept");
    }

    @Test
    void takesACarriageReturnForAnEnd() {
        Writes writes = new Writes();
        new LinePump(slow("10 %\r20 %\r\n"), writes).run();
        assertEquals("10 %\r20 %\r\n", String.join("", writes.flushed));
        assertEquals("10 %\r", writes.flushed.getFirst());
    }
}
