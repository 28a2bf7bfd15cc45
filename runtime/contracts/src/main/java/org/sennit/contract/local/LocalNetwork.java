package org.sennit.contract.local;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.NetworkUpcalls;

/**
 * Processes of one JVM that are connected to each other by queues. What a process gives away by key, such as its memory
 * in put and get mode, stands here. Any thread.
 */
public final class LocalNetwork {
    private final List<LocalModule> modules = new ArrayList<>(); // complete before the first message
    private final ConcurrentHashMap<Long, Object> shared = new ConcurrentHashMap<>();
    private final AtomicLong nextKey = new AtomicLong(1);
    private final PacketCounts packets = new PacketCounts();
    private volatile BitSet sharing = new BitSet();
    private volatile BooleanSupplier isConnected = () -> true;
    private volatile IntConsumer memoryUse = process -> {};
    private final long seed;
    private final boolean isOrdered;
    private final Function<LocalNetwork, LargeMessageTransfer> transfers;

    /**
     * Makes a network without processes.
     *
     * @param seed decides where packets are cut, and which overtakes which
     * @param isOrdered whether packets keep their order
     * @param transfers makes what moves the large messages of a process; null results mean null mode
     */
    public LocalNetwork(long seed, boolean isOrdered, Function<LocalNetwork, LargeMessageTransfer> transfers) {
        this.seed = seed;
        this.isOrdered = isOrdered;
        this.transfers = transfers;
    }

    /**
     * Adds a process; all before the first message.
     *
     * @param upcalls its device
     */
    public LocalModule addProcess(NetworkUpcalls upcalls) {
        LocalModule module = new LocalModule(this, modules.size(), upcalls, transfers.apply(this), seed);
        modules.add(module);
        return module;
    }

    /**
     * Says which processes can name and open memory; before the first message. At first none.
     *
     * @param processes can, by number
     */
    public void shareMemory(BitSet processes) {
        sharing = processes;
    }

    /**
     * Has each allocation of shared memory, and each naming and opening of one, call something first, which may throw.
     *
     * @param use called with the number of the process, by any thread
     */
    public void atMemoryUse(IntConsumer use) {
        memoryUse = use;
    }

    void usesMemory(int process) {
        memoryUse.accept(process);
    }

    /**
     * Has packets arrive as if connections were being made until then: not before something is so; before the first
     * message.
     *
     * @param isConnected asked by each look for packets, by any thread
     */
    public void connectWhen(BooleanSupplier isConnected) {
        this.isConnected = isConnected;
    }

    boolean isConnected() {
        return isConnected.getAsBoolean();
    }

    boolean isShared(int process) {
        return sharing.get(process);
    }

    LocalModule module(int process) {
        return modules.get(process);
    }

    boolean isOrdered() {
        return isOrdered;
    }

    /** Returns the packets sent so far, by type. */
    public PacketCounts packets() {
        return packets;
    }

    /**
     * Gives something away.
     *
     * @return the key by which others find it
     */
    public long share(Object object) {
        long key = nextKey.getAndIncrement();
        shared.put(key, object);
        return key;
    }

    /**
     * Returns an object that a process has exposed.
     *
     * @return the object; null when it has been taken back
     */
    public Object shared(long key) {
        return shared.get(key);
    }

    /** Withdraws an object. */
    public void unshare(long key) {
        shared.remove(key);
    }

    /**
     * Returns the number of things that are given away at the moment.
     *
     * @return the number; 0 when all transfers are over
     */
    public int sharedCount() {
        return shared.size();
    }
}
