package org.sennit.contract.local;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.NetworkWaiter;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.SharedMemoryModule;
import org.sennit.spi.network.SharedMemoryName;
import org.sennit.spi.network.VirtualConnection;

/**
 * The network of one process of a {@link LocalNetwork}. Each connection is polled by one thread at a time, two by two
 * threads at once. Any thread.
 */
public final class LocalModule implements NetworkModule, SharedMemoryModule {
    /** The longest park of a waiter; nothing depends on it. */
    private static final long PARK_NS = 50_000_000;

    private static final Pattern REGION = Pattern.compile("local:[0-9]{1,18}");

    private final LocalNetwork network;
    private final int process;
    private final NetworkUpcalls upcalls;
    private final LargeMessageTransfer transfer;
    private final long seed;
    private final ConcurrentHashMap<Integer, LocalConnection> connections = new ConcurrentHashMap<>();
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<Deque<Error>> nextErrors = ThreadLocal.withInitial(ArrayDeque::new);
    private final ThreadLocal<Deque<Error>> lateErrors = ThreadLocal.withInitial(ArrayDeque::new);
    private volatile int eagerLimitBytes = 4096;

    LocalModule(LocalNetwork network, int process, NetworkUpcalls upcalls, LargeMessageTransfer transfer, long seed) {
        this.network = network;
        this.process = process;
        this.upcalls = upcalls;
        this.transfer = transfer;
        this.seed = seed;
    }

    LocalNetwork network() {
        return network;
    }

    int process() {
        return process;
    }

    NetworkUpcalls upcalls() {
        return upcalls;
    }

    LargeMessageTransfer transfer() {
        return transfer;
    }

    int eagerLimitBytes() {
        return eagerLimitBytes;
    }

    /**
     * Sets the longest message that is sent at once.
     *
     * @param bytes the length
     */
    public void eagerLimit(int bytes) {
        eagerLimitBytes = bytes;
    }

    /**
     * Makes the next packet fail that the calling thread sends, after those that fail already.
     *
     * @param error what is thrown instead
     */
    public void failNext(Error error) {
        nextErrors.get().add(error);
    }

    void throwNext() {
        throwFrom(nextErrors);
    }

    /**
     * Makes the next packet fail that the calling thread sends, when it is under way already.
     *
     * @param error what is thrown then
     */
    public void failAfterNext(Error error) {
        lateErrors.get().add(error);
    }

    void throwLate() {
        throwFrom(lateErrors);
    }

    private static void throwFrom(ThreadLocal<Deque<Error>> errors) {
        Error error = errors.get().poll();
        if (error != null) {
            throw error;
        }
    }

    /** Returns the connection to another process. */
    public LocalConnection to(int peer) {
        return connections.computeIfAbsent(peer, p -> new LocalConnection(this, p, seed));
    }

    /** Called when there is something to poll for. */
    void wakeAll() {
        for (Thread thread : waiting) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public String name() {
        return "local";
    }

    @Override
    public String explain() {
        return "queues of one JVM";
    }

    @Override
    public BusinessCard init() {
        return new BusinessCard("local:" + process);
    }

    @Override
    public VirtualConnection connect(int peer, BusinessCard card) {
        return to(peer);
    }

    @Override
    public int poll(PollDirection direction, int workLimit) {
        int work = 0;
        for (LocalConnection connection : connections.values()) {
            work += connection.poll(workLimit);
        }
        return work;
    }

    private boolean hasArrivals() {
        return connections.values().stream().anyMatch(LocalConnection::hasArrivals);
    }

    @Override
    public void await(NetworkWaiter waiter, long timeoutNs) {
        waiting.add(Thread.currentThread());
        try {
            if (!waiter.isReady() && !hasArrivals()) {
                LockSupport.parkNanos(this, Math.min(timeoutNs, PARK_NS));
            }
        } finally {
            waiting.remove(Thread.currentThread());
        }
        poll(PollDirection.IN_FIRST, 16);
    }

    @Override
    public void wake(Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public boolean isOrdered() {
        return network.isOrdered();
    }

    @Override
    public Arena newSharedArena() {
        network.usesMemory(process);
        return Arena.ofShared();
    }

    @Override
    public SharedMemoryName nameOf(MemorySegment memory) {
        network.usesMemory(process);
        if (!network.isShared(process)) {
            return null;
        }
        long key = network.share(memory);
        return new SharedMemoryName(key, "local:" + key, 0);
    }

    @Override
    public MemorySegment open(String region) {
        network.usesMemory(process);
        if (!network.isShared(process) || !REGION.matcher(region).matches()) {
            return null;
        }
        long key = Long.parseLong(region.substring("local:".length()));
        return network.shared(key) instanceof MemorySegment memory ? memory : null;
    }

    @Override
    public void peerDied(int peer, Throwable cause) {
        to(peer).fail(cause);
    }

    @Override
    public void close() {}
}
