package org.sennit.conformance.launch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a job prints, so that a test can wait for it. Threads: any. */
public final class Lines extends ByteArrayOutputStream {
    /** Makes an empty one. */
    public Lines() {}

    @Override
    public synchronized void flush() {
        notifyAll();
    }

    /** Blocks until a text has been printed a number of times; the test's deadline bounds it. */
    public synchronized void awaitTimes(String text, int times) throws InterruptedException {
        while (text().split(java.util.regex.Pattern.quote(text), -1).length - 1 < times) {
            wait();
        }
    }

    /** All that has been printed. */
    public synchronized String text() {
        return toString(StandardCharsets.UTF_8);
    }

    /** The same, line by line. */
    public List<String> lines() {
        return text().lines().toList();
    }
}
