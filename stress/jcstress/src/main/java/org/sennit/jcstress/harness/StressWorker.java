package org.sennit.jcstress.harness;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.SpinLoopStyle;

/**
 * The JVM in which tests run, one after the other, each with classes of its own. Takes requests from standard input and
 * answers on standard output, see {@link StressJvm}; ends at the end of its input, or after a test that hung.
 *
 * <p>Threads: the main thread runs tests, another one watches it.
 */
final class StressWorker {
    private static final String ACTOR = "JcstressThread";
    /** Short strides, since an inbox allocates its cells outside the heap. */
    private static final int STRIDE_SIZE = 64;

    private static final int STRIDE_COUNT = 8;
    private static final int FOOTPRINT_MB = 100;

    private final DataInputStream in = new DataInputStream(System.in);
    private final DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
    private long deadlineNs; // guarded by this; 0: no test runs

    private StressWorker() {}

    /**
     * Serves requests.
     *
     * @param args none
     * @throws IOException when the pipe to the parent breaks
     */
    public static void main(String[] args) throws IOException {
        System.setOut(System.err); // what a test prints must not get between the answers
        StressWorker worker = new StressWorker();
        Thread.ofPlatform().daemon(true).name("watchdog").start(worker::watch);
        worker.serve();
        System.exit(0);
    }

    private void serve() throws IOException {
        while (true) {
            String runner;
            try {
                runner = in.readUTF();
            } catch (EOFException e) {
                return;
            }
            String mutant = in.readUTF();
            int timeMs = in.readInt();
            int iterations = in.readInt();
            long limitMs = in.readLong();
            synchronized (this) {
                deadlineNs = System.nanoTime() + limitMs * 1_000_000;
            }
            run(runner, mutant, timeMs, iterations);
        }
    }

    private void run(String runnerName, String mutantName, int timeMs, int iterations) throws IOException {
        List<String> messages = new ArrayList<>();
        Map<String, Long> outcomes = new TreeMap<>();
        StressResult.Verdict verdict;
        try {
            Mutant mutant = mutantName.isEmpty() ? null : AccessTable.mutant(mutantName);
            Class<?> type = new SubjectLoader(mutant).loadClass(runnerName);
            Runner<?> runner = (Runner<?>) type.getConstructor(ForkedTestConfig.class)
                    .newInstance(configuration(runnerName, timeMs, iterations));
            TestResult result = runner.run();
            if (result.status() == Status.TIMEOUT_ERROR || runner.forceExit()) {
                endHung();
                return;
            }
            messages.addAll(result.getMessages());
            result.getStateKeys().forEach(key -> outcomes.put(key, result.getCount(key)));
            verdict = result.status() == Status.NORMAL ? StressResult.Verdict.PASSED : StressResult.Verdict.ERROR;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            verdict = StressResult.Verdict.ERROR;
            messages.add(e.toString());
            Arrays.stream(e.getStackTrace()).limit(8).forEach(frame -> messages.add("at " + frame));
        }
        answer(verdict, outcomes, messages);
    }

    /** Writes the answer of a test, once: that of the watchdog or that of the main thread. */
    private synchronized void answer(StressResult.Verdict verdict, Map<String, Long> outcomes, List<String> messages)
            throws IOException {
        deadlineNs = 0;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(bytes);
        data.writeInt(verdict.ordinal());
        data.writeInt(outcomes.size());
        for (Map.Entry<String, Long> outcome : outcomes.entrySet()) {
            data.writeUTF(outcome.getKey());
            data.writeLong(outcome.getValue());
        }
        data.writeInt(messages.size());
        for (String message : messages) {
            data.writeUTF(message.length() > 4_000 ? message.substring(0, 4_000) : message);
        }
        out.write(bytes.toByteArray());
        out.flush();
    }

    private void watch() {
        while (true) {
            synchronized (this) {
                if (deadlineNs != 0 && System.nanoTime() - deadlineNs > 0) {
                    endHung();
                }
            }
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Answers with the stacks of the actors, and ends this JVM: their threads cannot be stopped. */
    private void endHung() {
        List<String> stacks = new ArrayList<>();
        Thread.getAllStackTraces().forEach((thread, frames) -> {
            if (thread.getName().startsWith(ACTOR) || thread.getName().equals("main")) {
                stacks.add(thread.getName() + " " + thread.getState());
                Arrays.stream(frames).forEach(frame -> stacks.add("    at " + frame));
            }
        });
        try {
            answer(StressResult.Verdict.HUNG, Map.of(), stacks);
        } catch (IOException e) {
            System.err.println("the parent is gone: " + e);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    /** Returns what jcstress' main would have sent to its JVM: {@code ForkedTestConfig} is read from a stream only. */
    private static ForkedTestConfig configuration(String runner, int timeMs, int iterations) {
        // On one processor an actor that spins keeps the other from running.
        boolean isSingle = Runtime.getRuntime().availableProcessors() == 1;
        SpinLoopStyle style = isSingle ? SpinLoopStyle.THREAD_YIELD : SpinLoopStyle.THREAD_SPIN_WAIT;
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream data = new DataOutputStream(bytes);
            data.writeInt(style.ordinal());
            data.writeInt(timeMs);
            data.writeInt(iterations);
            data.writeUTF(runner);
            data.writeInt(FOOTPRINT_MB);
            data.writeInt(STRIDE_SIZE);
            data.writeInt(STRIDE_COUNT);
            data.writeBoolean(false); // no affinity: other programs may hold one of the processors
            return new StrideConfig(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        } catch (IOException e) {
            throw new IllegalStateException("a stream in memory", e);
        }
    }
}
