package org.sennit.conformance.faults;

import java.util.Arrays;
import java.util.function.Supplier;
import org.sennit.Communicator;
import org.sennit.Intercommunicator;
import org.sennit.Operation;
import org.sennit.Window;

/**
 * Three ranks make a window, or two groups of them an intercommunicator, and rank 2 fails before it has done its part.
 * The calls of the others end, there or in what they have made; they make a window without it.
 */
final class DeathInCreation {
    private static final int MEETING = 1; // also of the rest: what the leaders have sent may be there still
    private static final int BEGUN = 2;
    private static final int RANKS = 3;
    private static final int FACTS = 8; // of a member, on which the members of a window agree

    /** What is made. */
    enum Kind {
        CREATED,
        ALLOCATED,
        SHARED,
        DYNAMIC,
        /** Rank 2 is the leader of its side. */
        INTER_OF_LEADER,
        /** Rank 1 is. */
        INTER_OF_MEMBER
    }

    private DeathInCreation() {}

    /**
     * The program of a rank.
     *
     * @param steps of making a window that rank 2 takes part in: the duplicate of the communicator, then the agreement
     * @param end of rank 2
     */
    static void run(Communicator world, Kind kind, int steps, Runnable end) {
        Supplier<Runnable> creation = creation(world, kind);
        if (world.rank() < RANKS - 1) {
            world.send(new int[1], RANKS - 1, BEGUN);
        } else {
            world.receive(new int[1], 0, BEGUN);
            world.receive(new int[1], 1, BEGUN);
            if (steps > 0) {
                world.duplicate();
            }
            if (steps > 1) {
                long[] nothing = new long[FACTS];
                Arrays.fill(nothing, Long.MIN_VALUE);
                world.allreduce(nothing, new long[FACTS], Operation.MAX);
            }
            end.run();
        }
        Death.ends(() -> loop(creation.get()));
        Communicator rest = world.createFromGroup(world.group().difference(world.failed()), MEETING);
        try (Window window = rest.allocateWindow(Long.BYTES, 1)) {
            window.fence();
            window.put(new long[] {1}, 1 - rest.rank(), 0);
            window.fence();
        }
        rest.barrier();
    }

    /** Returns what makes it, and then returns a call of all members of what is made. */
    private static Supplier<Runnable> creation(Communicator world, Kind kind) {
        return switch (kind) {
            case CREATED -> () -> world.createWindow(new long[1])::fence;
            case ALLOCATED -> () -> world.allocateWindow(Long.BYTES, 1)::fence;
            case SHARED -> () -> world.allocateSharedWindow(Long.BYTES, 1)::fence;
            case DYNAMIC -> () -> world.createDynamicWindow()::fence;
            case INTER_OF_LEADER, INTER_OF_MEMBER -> {
                boolean isAlone = world.rank() == 0;
                int leader = kind == Kind.INTER_OF_LEADER ? RANKS - 1 : 1;
                Communicator side = world.split(isAlone ? 0 : 1, world.rank() == leader ? 0 : 1);
                yield () -> {
                    Intercommunicator made = side.createIntercommunicator(0, world, isAlone ? leader : 0, MEETING);
                    return made::barrier;
                };
            }
        };
    }

    private static void loop(Runnable call) {
        while (true) {
            call.run();
        }
    }
}
