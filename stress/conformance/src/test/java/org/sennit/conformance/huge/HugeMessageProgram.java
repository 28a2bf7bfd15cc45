package org.sennit.conformance.huge;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.endpoints.api.Communicator;
import org.sennit.endpoints.api.Job;
import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.request.Status;

/** Rank 0 sends a little over 2 GiB of off-heap memory to rank 1, which looks at a byte of every page. */
public final class HugeMessageProgram {
    static final long BYTES = (2L << 30) + 12_345;
    private static final int PAGE = 4096;

    private HugeMessageProgram() {}

    /**
     * Runs the program.
     *
     * @param args none
     */
    public static void main(String[] args) {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(BYTES);
                if (world.rank() == 0) {
                    for (long i = 0; i < BYTES; i += PAGE) {
                        memory.set(ValueLayout.JAVA_BYTE, i, valueAt(i));
                    }
                    world.send(memory, 1, 1);
                } else {
                    Status status = world.receive(memory, DataLayout.BYTE, 0, 1, new Status());
                    check(memory, status);
                    System.out.println("received " + status.countBytes());
                }
                world.barrier();
            }
        });
    }

    private static byte valueAt(long i) {
        return (byte) (i / PAGE * 31 + (i >> 30));
    }

    private static void check(MemorySegment memory, Status status) {
        if (status.countBytes() != BYTES) {
            throw new AssertionError("length " + status.countBytes());
        }
        for (long i = 0; i < BYTES; i += PAGE) {
            if (memory.get(ValueLayout.JAVA_BYTE, i) != valueAt(i)) {
                throw new AssertionError("wrong byte at " + i);
            }
        }
    }
}
