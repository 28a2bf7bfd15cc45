package org.sennit.contract.netmod;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.sennit.config.Options;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;

/** Some processes that know each other. Any thread. */
public final class TestNetwork implements AutoCloseable {
    private final List<TestProcess> processes = new ArrayList<>();

    /**
     * Makes processes and gives each the cards of the others; no socket is opened.
     *
     * @param count their number
     * @param factory the kind of module
     */
    public TestNetwork(int count, NetworkModuleFactory factory, Options options) {
        this(count, factory, options, true);
    }

    /**
     * Makes processes that need not know each other.
     *
     * @param count their number
     * @param factory the kind of module
     * @param isConnected whether each is given the cards of the others; else all but the first join later
     */
    public TestNetwork(int count, NetworkModuleFactory factory, Options options, boolean isConnected) {
        for (int i = 0; i < count; i++) {
            RecordingDevice device = new RecordingDevice();
            byte[] secret = "a secret of this test".getBytes(StandardCharsets.US_ASCII);
            NetworkSetup setup = new NetworkSetup(
                    "contract", i, isConnected ? count : 1, 1, secret, options, RuntimeContext.system(), device);
            processes.add(new TestProcess(factory.create(setup), device));
        }
        if (isConnected) {
            connect();
        }
    }

    private void connect() {
        int count = processes.size();
        for (TestProcess process : processes) {
            for (int peer = 0; peer < count; peer++) {
                process.connect(
                        peer,
                        processes.get(peer) == process
                                ? null
                                : processes.get(peer).card());
            }
        }
    }

    public TestProcess process(int number) {
        return processes.get(number);
    }

    /**
     * Polls all processes until something holds; the deadline of the test ends it otherwise.
     *
     * @param condition what to wait for
     */
    public void pollUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            int work = 0;
            for (TestProcess process : processes) {
                work += process.poll();
            }
            if (work == 0) {
                Thread.yield();
            }
            checkDeadline();
        }
    }

    /** Ends a loop of a test whose deadline has passed. */
    static void checkDeadline() {
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("late");
        }
    }

    /** Returns the number of processes. */
    public int size() {
        return processes.size();
    }

    /** Opens the connections from the first process to all others. */
    public void connectAll() {
        for (int i = 1; i < processes.size(); i++) {
            TestProcess to = processes.get(i);
            long before = to.device().arrived();
            processes.get(0).start(i, 0, MemorySegment.NULL);
            pollUntil(() -> to.device().arrived() > before);
        }
    }

    @Override
    public void close() {
        List<Thread> closers = new ArrayList<>();
        for (TestProcess process : processes) {
            closers.add(Thread.ofPlatform().daemon(true).start(process.module()::close));
        }
        for (Thread closer : closers) {
            try {
                closer.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
