package org.sennit.internal.launch.process;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.internal.runtime.trace.OutputPrefix;

/**
 * Standard output or standard error of a process with several endpoints: what a thread prints leaves line by line,
 * whole, with the label of the endpoint in front if the user wants labels.
 *
 * <p>Threads: any; each has a line of its own. A line that is not finished leaves at {@code flush()} and at the end of
 * the process.
 */
public final class LabelledOutput extends OutputStream {
    private static final int INITIAL_LINE_BYTES = 120;

    private final OutputStream target;
    private final boolean hasLabels;

    /** Label of threads that run no endpoint. */
    private final String otherLabel;

    private final ThreadLocal<ByteArrayOutputStream> line =
            ThreadLocal.withInitial(() -> new ByteArrayOutputStream(INITIAL_LINE_BYTES));

    /** Lines that have been begun; so that none is lost when the process ends. */
    private final Set<ByteArrayOutputStream> unfinished = ConcurrentHashMap.newKeySet();

    LabelledOutput(OutputStream target, boolean hasLabels, String otherLabel) {
        this.target = target;
        this.hasLabels = hasLabels;
        this.otherLabel = otherLabel;
    }

    /**
     * Puts such streams in the place of {@link System#out} and {@link System#err}.
     *
     * @param standardOutput where the lines of standard output go
     * @param hasLabels whether lines carry labels
     * @param otherLabel label of the lines of threads that run no endpoint
     */
    public static void install(OutputStream standardOutput, boolean hasLabels, String otherLabel) {
        LabelledOutput out = new LabelledOutput(standardOutput, hasLabels, otherLabel);
        LabelledOutput err = new LabelledOutput(new FileOutputStream(FileDescriptor.err), hasLabels, otherLabel);
        System.setOut(new PrintStream(out, false, charset("stdout.encoding")));
        System.setErr(new PrintStream(err, false, charset("stderr.encoding")));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            out.flushAll();
            err.flushAll();
        }));
    }

    private static Charset charset(String property) {
        return Charset.forName(System.getProperty(property, "UTF-8"), Charset.defaultCharset());
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        ByteArrayOutputStream begun = line.get();
        int from = offset;
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                begin(begun);
                begun.write(bytes, from, i + 1 - from);
                finish(begun);
                from = i + 1;
            }
        }
        if (from < offset + length) {
            begin(begun);
            begun.write(bytes, from, offset + length - from);
        }
    }

    @Override
    public void flush() throws IOException {
        finish(line.get());
    }

    private void begin(ByteArrayOutputStream begun) throws IOException {
        if (begun.size() == 0) {
            unfinished.add(begun);
            if (hasLabels) {
                String label = OutputPrefix.current();
                begun.write((label == null ? otherLabel : label).getBytes(Charset.defaultCharset()));
            }
        }
    }

    private void finish(ByteArrayOutputStream begun) throws IOException {
        if (begun.size() > 0) {
            synchronized (target) {
                begun.writeTo(target);
            }
            begun.reset();
            unfinished.remove(begun);
        }
    }

    private void flushAll() {
        for (ByteArrayOutputStream begun : unfinished) {
            try {
                finish(begun);
            } catch (IOException readerGone) {
                return;
            }
        }
    }
}
