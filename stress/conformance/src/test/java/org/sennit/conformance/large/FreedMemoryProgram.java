package org.sennit.conformance.large;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/**
 * One side frees its memory while a long message is under way: an error on its side, never a crash; then all goes on.
 */
public final class FreedMemoryProgram {
    private static final int BYTES = 32 << 20;
    private static final int ROUNDS = 20;

    private FreedMemoryProgram() {}

    /**
     * Runs the program.
     *
     * @param args none
     */
    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            boolean isSender = world.rank() == 0;
            int failures = 0;
            for (int round = 0; round < ROUNDS; round++) {
                boolean isMine = round % 2 == world.rank();
                Arena arena = round % 4 < 2 ? endpoint.newSharedArena() : Arena.ofShared();
                MemorySegment memory = arena.allocate(BYTES);
                boolean hasFailed = false;
                memory.fill(isSender ? (byte) (round + 1) : 0);
                world.barrier();
                Request request = isSender
                        ? world.nonblocking().send(memory, 1, round)
                        : world.nonblocking().receive(memory, 0, round);
                try {
                    for (int i = 0; i < round && !request.test(); i++) {
                        Thread.onSpinWait();
                    }
                    if (isMine) {
                        arena.close();
                    }
                    request.await();
                } catch (SennitException e) {
                    hasFailed = true;
                    failures++;
                    if (isMine && arena.scope().isAlive()) {
                        arena.close();
                    }
                }
                if (!isSender && !isMine && !hasFailed) {
                    checkWhole(memory, round);
                }
                byte[] word = {(byte) round};
                if (isSender) {
                    world.send(word, 1, 1000);
                } else {
                    world.receive(word, 0, 1000);
                }
                if (word[0] != round) {
                    throw new AssertionError("the next message is wrong: round=" + round);
                }
                world.barrier();
                if (!isMine) {
                    arena.close();
                }
            }
            System.out.println("rank " + world.rank() + " failures " + failures);
        });
    }

    /** A receive that has not failed has the whole message, whatever its sender did to the memory meanwhile. */
    private static void checkWhole(MemorySegment memory, int round) {
        for (long i = 0; i < BYTES; i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, i) != (byte) (round + 1)) {
                throw new AssertionError("a receive without an error has a wrong byte: round=" + round + " at=" + i);
            }
        }
    }
}
