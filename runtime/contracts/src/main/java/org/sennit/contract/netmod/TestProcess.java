package org.sennit.contract.netmod;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.VirtualConnection;

/** One of the processes of a contract test, all of which live in one JVM with modules of their own. Any thread. */
public final class TestProcess {
    private final NetworkModule module;
    private final RecordingDevice device;
    private final BusinessCard card;
    private final List<VirtualConnection> connections = new ArrayList<>();

    TestProcess(NetworkModule module, RecordingDevice device) {
        this.module = module;
        this.device = device;
        this.card = module.init();
    }

    /** Returns where the process is to be reached; what its module's init has returned. */
    public BusinessCard card() {
        return card;
    }

    void connect(int process, BusinessCard peer) {
        connections.add(peer == null ? null : module.connect(process, peer));
    }

    public NetworkModule module() {
        return module;
    }

    public RecordingDevice device() {
        return device;
    }

    /** Returns the connection to another process. */
    public VirtualConnection to(int process) {
        return connections.get(process);
    }

    /**
     * Returns an optional interface of the connection to another process.
     *
     * @return its implementation; an error when there is none
     */
    public <T> T to(int process, Class<T> extension) {
        return to(process).require(extension);
    }

    /**
     * Returns what has arrived: as it came when the module is ordered, else by stream and number.
     *
     * @return a copy
     */
    public List<Arrival> arrivalsInOrder() {
        List<Arrival> arrivals = new ArrayList<>(device.arrivals());
        if (!module.isOrdered()) {
            arrivals.sort(Comparator.comparingLong(Arrival::stream).thenComparingLong(Arrival::number));
        }
        return arrivals;
    }

    /**
     * Blocks until something holds that an arrival or an event makes true; by one thread at a time.
     *
     * @param condition what to wait for
     */
    void awaitUntil(BooleanSupplier condition) {
        Thread self = Thread.currentThread();
        device.watch(() -> module.wake(self)); // the upcall may run on another thread
        while (!condition.getAsBoolean()) {
            module.await(condition::getAsBoolean, Long.MAX_VALUE);
        }
    }

    /**
     * Polls once.
     *
     * @return the work done
     */
    public int poll() {
        return module.poll(PollDirection.IN_FIRST, 64);
    }

    /**
     * Starts a message on stream 0.
     *
     * @param process the receiver
     */
    public NetworkSend start(int process, long number, MemorySegment payload) {
        return to(process).startMessage(TestPackets.header(0, number, payload.byteSize()), payload);
    }
}
