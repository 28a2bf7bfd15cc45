package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.LargeMessageOperation;

/**
 * What the messages of one connection have in common for the steps that move them: its shared memory, the channels
 * there, and what is counted and measured. Any thread.
 */
final class TransferPair {
    private final TransferArea area;
    private final RuntimeContext context;
    private final ChannelPool grantedChannels;
    private final ChannelPool announcedChannels;
    private final SlotChannel[] outgoing; // granted by the peer
    private final SlotChannel[] incoming; // by number; announced by the peer, null where they are granted
    private final ModeTuner addressTuner = new ModeTuner();
    private final ModeTuner readTuner = new ModeTuner();
    private final TransferCounters counters = new TransferCounters();
    private final Queue<MemorySegment> keptMemory = new ConcurrentLinkedQueue<>();

    TransferPair(TransferArea area, RuntimeContext context) {
        this.area = area;
        this.context = context;
        int channels =
                Math.max(0, TransferAreaDescriptor.channels(area.outgoing().byteSize()));
        int granted = TransferAreaDescriptor.grantedChannels(channels);
        this.grantedChannels = new ChannelPool(area.incoming(), 0, granted);
        this.announcedChannels = new ChannelPool(area.outgoing(), granted, channels);
        this.outgoing = new SlotChannel[granted];
        Arrays.setAll(outgoing, i -> new SlotChannel(area.outgoing(), i));
        this.incoming = new SlotChannel[channels];
        Arrays.setAll(incoming, i -> i < granted ? null : new SlotChannel(area.incoming(), i));
    }

    TransferArea area() {
        return area;
    }

    ChannelPool grantedChannels() {
        return grantedChannels;
    }

    ChannelPool announcedChannels() {
        return announcedChannels;
    }

    SlotChannel outgoingChannel(int index) {
        return outgoing[index];
    }

    /** Returns how many channels the peer grants. */
    int outgoingChannels() {
        return outgoing.length;
    }

    /** Returns the channels that the peer announces, by number; null where this side grants them. Not to be changed. */
    SlotChannel[] incomingChannels() {
        return incoming;
    }

    /** Returns what chooses where both memories stay at their addresses. */
    ModeTuner addressTuner() {
        return addressTuner;
    }

    /** Returns what chooses where the receiver alone may read. */
    ModeTuner readTuner() {
        return readTuner;
    }

    TransferCounters counters() {
        return counters;
    }

    /** Completes the operation after the other side's copy, if it was still this side's memory. */
    void completeUnlessClosed(LargeMessageOperation operation) {
        MemorySegment memory = operation.memory();
        if (memory != null && !memory.scope().isAlive()) {
            operation.fail(new IllegalStateException("Already closed"));
        } else {
            operation.complete();
        }
    }

    /**
     * Keeps memory into which a peer may still write although its receive has been given up: a process that was taken
     * for dead may go on. It stays until the pair itself is forgotten.
     */
    void keep(MemorySegment memory) {
        if (memory != null) {
            keptMemory.add(memory);
        }
    }

    /** Called when a receive is complete. */
    void finished(TransferMode mode, TransferSide side) {
        counters.count(mode);
        side.measured(mode != TransferMode.RING, context);
    }
}
