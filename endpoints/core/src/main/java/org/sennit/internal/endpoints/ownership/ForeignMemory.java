package org.sennit.internal.endpoints.ownership;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * Memory of another process of this host, as this one has it mapped. There is one object for it here as long as its
 * home does not give its number to other memory; whether it has an owner here is a separate question.
 */
public final class ForeignMemory extends OwnershipMemory {
    private final int home;
    private final int homeNumber;
    private final MemorySegment memory;
    private final MemorySegment name;

    // The pool that has it remembers here what it keeps of it. Plain: written by an owner, read by the next,
    // ordered by the message between them, or by isAway when it has been elsewhere meanwhile.
    private Object companion;

    ForeignMemory(OwnershipProcess process, int home, int homeNumber, MemorySegment memory, MemorySegment name) {
        super(process, true); // until the packet that names it has been looked at
        this.home = home;
        this.homeNumber = homeNumber;
        this.memory = memory;
        this.name = name;
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    MemorySegment name() {
        return name;
    }

    /** Returns the process to which it belongs. */
    public int home() {
        return home;
    }

    int homeNumber() {
        return homeNumber;
    }

    /** Returns what {@link #accompany} was given, which a pool keeps of it; null at first. By the owner. */
    public Object companion() {
        return companion;
    }

    /**
     * Keeps something of a pool's. By the owner.
     *
     * @param object anything
     */
    public void accompany(Object object) {
        companion = object;
    }

    @Override
    protected void returned() {
        process().sendHome(List.of(this), PacketDescriptor.MOVED);
    }

    @Override
    protected void abandoned() {
        process().sendHome(List.of(this), PacketDescriptor.REFUSED);
    }
}
