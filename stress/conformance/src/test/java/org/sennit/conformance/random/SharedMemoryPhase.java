package org.sennit.conformance.random;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.Communicator;
import org.sennit.message.Status;
import org.sennit.testkit.SeededRandom;

/** Messages round a ring between memory that all processes of a host map, and the heap. */
final class SharedMemoryPhase {
    private SharedMemoryPhase() {}

    static void run(Communicator world, SeededRandom random) {
        int right = (world.rank() + 1) % world.size();
        int left = (world.rank() + world.size() - 1) % world.size();
        try (Communicator ring = world.duplicate();
                Arena arena = world.endpoint().newSharedArena()) {
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                int length = random.nextInt(random.nextInt(3) == 0 ? 200_000 : 5_000);
                long seed = random.nextLong();
                MemorySegment from = memory(arena, random.nextInt(3) > 0, length);
                MemorySegment to = memory(arena, random.nextInt(3) > 0, length);
                from.copyFrom(MemorySegment.ofArray(bytes(seed + world.rank(), length)));
                Status status = new Status();
                ring.sendReceive(from, right, 1, to, left, 1, status);
                if (status.source() != left || status.countBytes() != length) {
                    throw new AssertionError("from " + left + ", length " + length + ": " + status);
                }
                long at = to.mismatch(MemorySegment.ofArray(bytes(seed + left, length)));
                if (at >= 0) {
                    throw new AssertionError("from " + left + ", length " + length + ": wrong at byte " + at);
                }
            }
            ring.barrier(); // all have read what is in the arena
        }
    }

    private static MemorySegment memory(Arena arena, boolean isShared, int length) {
        return isShared
                ? arena.allocate(Math.max(1, length)).asSlice(0, length)
                : MemorySegment.ofArray(new byte[length]);
    }

    private static byte[] bytes(long number, int length) {
        byte[] bytes = new byte[length];
        new MessageBytes(number).next(bytes, 0, length);
        return bytes;
    }
}
