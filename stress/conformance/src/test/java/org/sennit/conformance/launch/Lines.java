package org.sennit.conformance.launch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a job prints, so that a test can wait for it. Threads: any. */
final class Lines extends ByteArrayOutputStream {

    @Override
    public synchronized void flush() {
        notifyAll();
    }

    /** Blocks until a text has been printed so many times; the test's deadline bounds it. */
    synchronized void awaitTimes(String text, int times) throws InterruptedException {
        while (text().split(java.util.regex.Pattern.quote(text), -1).length - 1 < times) {
            wait();
        }
    }

    synchronized String text() {
        return toString(StandardCharsets.UTF_8);
    }

    List<String> lines() {
        return text().lines().toList();
    }
}
