package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.internal.endpoints.handle.EndpointHandle;
import org.sennit.internal.endpoints.ownership.ForeignMemory;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;
import org.sennit.internal.endpoints.p2p.OwnershipMessages;

/** Memory to be given and taken in tests: it counts how often it has come home. */
final class CountedMemory extends OwnershipMemory {
    /** The length of most, in bytes. */
    static final int ROOM = 1 << 20;

    private static final int MEETING_TAG = 6;
    private static final int MOST_MEETINGS = 1000;

    final AtomicInteger returns = new AtomicInteger();
    final AtomicInteger abandonments = new AtomicInteger();
    private final MemorySegment memory;

    CountedMemory(Endpoint endpoint) {
        this(endpoint, ROOM);
    }

    /** Memory of another length, for tests that make a thousand. */
    CountedMemory(Endpoint endpoint, long bytes) {
        super(((EndpointHandle) endpoint).ownership());
        memory = Arena.ofAuto().allocate(bytes, 64);
    }

    /** Returns the calls of ownership passing at an endpoint, which take what is sent to memory of this class. */
    static OwnershipMessages messages(Endpoint endpoint, long windowBytes) {
        return new OwnershipMessages(
                ((CommunicatorHandle) endpoint.world()).context(),
                bytes -> new CountedMemory(endpoint),
                windowBytes,
                false);
    }

    static OwnershipMessages messages(Endpoint endpoint) {
        return messages(endpoint, Long.MAX_VALUE);
    }

    /** Gives until the taker has said that it can map the memory, which the giver learns from the first answer. */
    static void meet(Endpoint endpoint, int giver, int taker) {
        Communicator world = endpoint.world();
        OwnershipMessages ownership = messages(endpoint);
        boolean[] isMet = {false};
        for (int round = 0; !isMet[0]; round++) {
            if (world.rank() == giver) {
                ownership.give(new CountedMemory(endpoint), 8, taker, MEETING_TAG);
                world.receive(isMet, taker, MEETING_TAG + 1); // the answer has come before this
            } else {
                OwnershipMemory taken = ownership.take(ROOM, giver, MEETING_TAG, null);
                isMet[0] = taken instanceof ForeignMemory || round > MOST_MEETINGS;
                taken.sendBack();
                world.send(isMet, giver, MEETING_TAG + 1);
            }
        }
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    protected void returned() {
        returns.incrementAndGet();
    }

    @Override
    protected void abandoned() {
        abandonments.incrementAndGet();
    }

    CountedMemory filled(int seed, long bytes) {
        for (long i = 0; i < bytes; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (seed + i * 7));
        }
        return this;
    }

    void assertHolds(int seed, long bytes) {
        for (long i = 0; i < bytes; i++) {
            assertEquals((byte) (seed + i * 7), memory.get(ValueLayout.JAVA_BYTE, i));
        }
    }
}
