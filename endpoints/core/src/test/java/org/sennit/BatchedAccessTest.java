package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Short puts and accumulates to members in other processes, which travel together. */
@Deadline(seconds = 120)
class BatchedAccessTest {
    private static final int SEED = 53;

    private static void run(boolean isOrdered, EndpointProgram program) {
        new InProcessJob(new LocalNetwork(SEED, isOrdered, network -> null), 2, 1, Options.fromEnvironment())
                .run(program);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void accessesOfAllLengthsAreExecutedInTheirOrder(boolean isOrdered) {
        int length = 400;
        run(isOrdered, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[length];
            try (Window window = world.createWindow(memory)) {
                window.fence();
                if (world.rank() == 0) {
                    long[] model = new long[length];
                    SplittableRandom random = new SplittableRandom(SEED);
                    for (int i = 0; i < 5000; i++) {
                        access(window, model, random);
                    }
                    window.fence();
                    long[] read = new long[length];
                    window.get(read, 1, 0);
                    assertArrayEquals(model, read);
                } else {
                    window.fence();
                }
                window.fence();
            }
        });
    }

    /** Some access to rank 1, and the same to a model. */
    private static void access(Window window, long[] model, SplittableRandom random) {
        int count = random.nextInt(8) == 0 ? random.nextInt(30, 60) : random.nextInt(4);
        int at = random.nextInt(model.length - count);
        long[] values = random.longs(count).toArray();
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> {
                window.put(values, 1, at);
                System.arraycopy(values, 0, model, at, count);
            }
            case 3, 4, 5 -> {
                window.accumulate(values, 1, at, Operation.SUM);
                for (int i = 0; i < count; i++) {
                    model[at + i] += values[i];
                }
            }
            case 6 -> {
                long[] old = new long[1];
                window.fetchAndOp(new long[] {3}, old, 1, at, Operation.SUM);
                assertEquals(model[at], old[0]);
                model[at] += 3;
            }
            default -> {
                long[] read = new long[count];
                window.get(read, 1, at);
                for (int i = 0; i < count; i++) {
                    assertEquals(model[at + i], read[i]);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theFirstThatTheTargetRefusesIsToldAndTheOthersAreExecuted(boolean isOrdered) {
        run(isOrdered, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[100];
            long[] place = new long[1];
            try (Window window = world.createDynamicWindow()) {
                if (world.rank() == 1) {
                    place[0] = window.attach(memory);
                }
                world.broadcast(place, 1);
                window.lockAll();
                if (world.rank() == 0) {
                    for (int i = 0; i < 100; i++) {
                        boolean isWrong = i == 40 || i == 60;
                        window.accumulate(
                                new long[] {i}, 1, place[0] + 8L * i + (isWrong ? 1 << 20 : 0), Operation.SUM);
                    }
                    SennitException error = assertThrows(SennitException.class, () -> window.flush(1));
                    assertEquals(ErrorClass.RMA_RANGE, error.errorClass());
                    for (String part : new String[] {
                        "operation=accumulate", "target=1", "displacement=" + (place[0] + 320 + (1 << 20)), "rank=0"
                    }) {
                        assertTrue(error.getMessage().contains(part), error::getMessage);
                    }
                    window.flush(1);
                }
                window.unlockAll();
                world.barrier();
                if (world.rank() == 1) {
                    for (int i = 0; i < 100; i++) {
                        assertEquals(i == 40 || i == 60 ? 0 : i, memory[i]);
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void memoryThatCannotBeReadIsAnErrorOfTheCallAndNothingIsLeftUnderWay(boolean isOrdered) {
        run(isOrdered, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[4])) {
                window.lockAll();
                MemorySegment closed;
                try (Arena arena = Arena.ofConfined()) {
                    closed = arena.allocate(8, 8);
                }
                int other = 1 - world.rank();
                SennitException error = assertThrows(SennitException.class, () -> window.put(closed, other, 0));
                assertEquals(ErrorClass.BUFFER, error.errorClass());
                window.flushAll();
                window.put(new long[] {5}, other, 0);
                window.unlockAll();
                world.barrier();
            }
        });
    }
}
