package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** What one member cannot do while a window is made is an error on all: none has the window, and none waits. */
@Deadline(seconds = 60)
class WindowCreationFailureTest {
    private static final int SIZE = 3; // members, each in a process of its own
    private static final int SEED = 61;
    private static final int NEVER = Integer.MAX_VALUE;

    /** How a window is made. */
    private enum Kind {
        CREATED,
        ALLOCATED,
        SHARED;

        Window make(Communicator world, MemorySegment memory) {
            return switch (this) {
                case CREATED -> world.createWindow(memory, Long.BYTES);
                case ALLOCATED -> world.allocateWindow(Long.BYTES, Long.BYTES);
                case SHARED -> world.allocateSharedWindow(Long.BYTES, Long.BYTES);
            };
        }
    }

    /** What is thrown. */
    private enum Fault {
        NO_MEM(() -> {
            throw new OutOfMemoryError("as planned");
        }),
        INTERN(() -> {
            throw new IllegalStateException("as planned");
        });

        private final Runnable thrower;

        Fault(Runnable thrower) {
            this.thrower = thrower;
        }
    }

    static Stream<Arguments> cases() {
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(Fault.values())
                        .flatMap(fault -> Stream.of(SIZE, SIZE - 1) // the latter: as on two hosts
                                .map(sharing -> Arguments.of(kind, fault, sharing))));
    }

    /** Each use of memory fails once, at each member. */
    @ParameterizedTest
    @MethodSource("cases")
    void isAnErrorOnAllMembers(Kind kind, Fault fault, int sharing) {
        int failures = 0;
        for (int failing = 0; failing < SIZE; failing++) {
            for (int use = 0; failsAt(kind, fault, sharing, failing, use); use++) {
                failures++;
            }
        }
        assertTrue(failures > 0);
    }

    /** Returns false when the process has had fewer uses of memory. */
    private static boolean failsAt(Kind kind, Fault fault, int sharing, int failing, int use) {
        LocalNetwork network = new LocalNetwork(SEED, true, all -> null);
        BitSet processes = new BitSet();
        processes.set(0, sharing);
        network.shareMemory(processes);
        AtomicInteger left = new AtomicInteger(NEVER); // uses until it fails
        network.atMemoryUse(process -> {
            if (process == failing && left.get() != NEVER && left.getAndDecrement() == 0) {
                fault.thrower.run();
            }
        });
        AtomicBoolean hasFailed = new AtomicBoolean();
        new InProcessJob(network, SIZE, 1, Options.fromEnvironment()).run(endpoint -> {
            Communicator world = endpoint.world();
            MemorySegment memory = endpoint.allocateShared(Long.BYTES);
            world.barrier();
            if (world.rank() == failing) {
                left.set(use);
            }
            world.barrier();
            ErrorClass found = null;
            try {
                kind.make(world, memory).close();
            } catch (SennitException e) {
                found = e.errorClass();
            }
            world.barrier();
            if (left.get() < 0) {
                hasFailed.set(true);
                // Beside the fault the memory of the last process cannot be mapped, which may be what all report.
                boolean isRefused = kind == Kind.SHARED && sharing < SIZE && found == ErrorClass.UNSUPPORTED;
                assertEquals(isRefused ? found : ErrorClass.valueOf(fault.name()), found);
            }
            world.barrier();
            left.set(NEVER);
            world.barrier();
            passOn(world);
        });
        return hasFailed.get();
    }

    /** Windows can be made afterwards. */
    private static void passOn(Communicator world) {
        try (Window window = world.allocateWindow(Long.BYTES, Long.BYTES)) {
            window.fence();
            window.put(new long[] {world.rank()}, (world.rank() + 1) % SIZE, 0);
            window.fence();
            long[] found = new long[1];
            window.get(found, world.rank(), 0);
            assertEquals((world.rank() + SIZE - 1) % SIZE, found[0]);
            window.fence(WindowAssertion.NO_SUCCEED);
        }
    }
}
