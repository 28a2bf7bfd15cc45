package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 30)
class StartsAtOnceTest {
    private final List<Process> handedOver = new ArrayList<>();
    private final StartsAtOnce starts = new StartsAtOnce(handedOver::add);

    /** A process that is only distinguished from others. */
    private static final class Nothing extends Process {
        @Override
        public OutputStream getOutputStream() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public InputStream getInputStream() {
            return InputStream.nullInputStream();
        }

        @Override
        public InputStream getErrorStream() {
            return InputStream.nullInputStream();
        }

        @Override
        public int waitFor() {
            return 0;
        }

        @Override
        public int exitValue() {
            return 0;
        }

        @Override
        public void destroy() {}
    }

    @Test
    void startsTheFirstAtTheSameTimeAndHandsAllOverInTheirOrder() throws IOException {
        CyclicBarrier both = new CyclicBarrier(2);
        List<Process> made = List.of(new Nothing(), new Nothing(), new Nothing());
        for (Process each : made) {
            starts.add(() -> {
                if (each != made.get(2)) {
                    both.await(); // returns when the other one is being started
                }
                return each;
            });
        }
        starts.run(2);
        assertEquals(made, handedOver);
    }

    @Test
    void handsOverWhatRunsBesideOneThatCannotBeStarted() {
        IOException cannot = new IOException("no such file");
        Process second = new Nothing();
        starts.add(() -> {
            throw cannot;
        });
        starts.add(() -> second);
        starts.add(() -> {
            throw new AssertionError("begun after the failure");
        });
        assertSame(cannot, assertThrows(IOException.class, () -> starts.run(2)));
        assertEquals(List.of(second), handedOver);
    }

    @Test
    void anInterruptDoesNotLoseAProcess() throws IOException {
        Process only = new Nothing();
        starts.add(() -> only);
        Thread.currentThread().interrupt();
        starts.run(1);
        assertEquals(List.of(only), handedOver);
        assertEquals(true, Thread.interrupted());
    }
}
