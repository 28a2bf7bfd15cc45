package org.sennit.internal.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.internal.runtime.trace.OutputPrefix;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 30)
class LabelledOutputTest {

    private final ByteArrayOutputStream target = new ByteArrayOutputStream();

    private PrintStream stream(boolean hasLabels) {
        return new PrintStream(new LabelledOutput(target, hasLabels, "[p1] "), false, StandardCharsets.UTF_8);
    }

    private String written() {
        return target.toString(StandardCharsets.UTF_8);
    }

    @Test
    void labelsLinesWithTheRankOfTheirThread() throws InterruptedException {
        PrintStream out = stream(true);
        Thread endpoint = new Thread(() -> {
            OutputPrefix.setRank(3);
            out.println("a\nb");
            Thread child = Thread.ofVirtual().start(() -> out.println("inherited"));
            join(child);
        });
        endpoint.start();
        endpoint.join();
        out.println("other");
        assertEquals("[3] a\n[3] b\n[3] inherited\n[p1] other\n", written());
    }

    @Test
    void keepsALineWholeThatIsPrintedInPieces() throws InterruptedException {
        PrintStream out = stream(false);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            String name = "thread" + t;
            threads.add(new Thread(() -> {
                for (int i = 0; i < 500; i++) {
                    out.print(name);
                    out.print(' ');
                    out.print(i);
                    out.println();
                }
            }));
        }
        threads.forEach(Thread::start);
        threads.forEach(LabelledOutputTest::join);
        assertEquals(
                2000, written().lines().filter(l -> l.matches("thread\\d \\d+")).count());
        assertEquals(2000, written().lines().count());
    }

    @Test
    void writesAnUnfinishedLineWhenFlushed() {
        PrintStream out = stream(false);
        out.print("name? ");
        assertEquals("", written());
        out.flush();
        assertEquals("name? ", written());
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }
}
