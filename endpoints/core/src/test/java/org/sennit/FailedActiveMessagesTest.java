package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Counters of active messages that have failed. */
@Core
@Deadline(seconds = 60)
class FailedActiveMessagesTest {
    private static final int MESSAGES = 5;
    private static final long PIECE_BYTES = 16 << 20;

    /** Rank 0 purges messages whose completion handlers do not return before it has looked at their counter. */
    private static void afterPurge(java.util.function.Consumer<ActiveCounter> look) {
        CountDownLatch over = new CountDownLatch(1);
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            active.register(message -> {
                message.onCompletion(none -> awaitUninterrupted(over), null);
                return null;
            });
            world.barrier();
            if (world.rank() == 0) {
                ActiveCounter completed = active.newCounter();
                for (int i = 0; i < MESSAGES; i++) {
                    active.send(1, 0, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, completed);
                }
                active.purge(1);
                try {
                    look.accept(completed);
                } finally {
                    over.countDown();
                }
            }
            world.barrier();
        });
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void assertPurged(ActiveCounter counter, long least) {
        SennitException error = assertThrows(SennitException.class, () -> counter.await(least, 0));
        assertEquals(ErrorClass.REQUEST, error.errorClass());
    }

    @Test
    void eachEndsAWaitOfItsOwn() {
        afterPurge(completed -> {
            for (int i = 0; i < MESSAGES; i++) {
                assertPurged(completed, 1);
            }
            assertFalse(completed.await(1, 0));
        });
    }

    @Test
    void areForgottenWhenTheCounterIsSet() {
        afterPurge(completed -> {
            completed.set(0);
            assertFalse(completed.await(1, 0));
        });
    }

    @Test
    void endTogetherTheWaitForSeveral() {
        afterPurge(completed -> {
            assertPurged(completed, 3);
            assertPurged(completed, 3);
            assertFalse(completed.await(1, 0));
        });
    }

    /** As long as no array of bytes can be, on little memory. */
    private static ActiveVector longVector(MemorySegment memory) {
        Object[] pieces = new Object[(int) ((1L << 31) / memory.byteSize())];
        Arrays.fill(pieces, memory);
        return ActiveVector.iovector(pieces);
    }

    /** Memory that is confined to a thread is written by way of a copy, which cannot be made here. */
    @Test
    void dataThatCannotBeStagedIsDroppedAndReported() {
        List<ErrorClass> reported = new CopyOnWriteArrayList<>();
        WindowPlacement.APART.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            try (Arena confined = Arena.ofConfined()) {
                ActiveVector target = longVector(confined.allocate(PIECE_BYTES));
                active.register(message -> target);
                active.onError((_, _, error) -> reported.add(error.errorClass()));
                world.barrier();
                if (world.rank() == 0) {
                    ActiveCounter completed = active.newCounter();
                    ActiveVector data = longVector(Arena.ofAuto().allocate(PIECE_BYTES));
                    active.send(1, 0, null, data, ActiveMessages.NO_COUNTER, null, completed);
                    completed.await(1);
                    assertEquals(
                            ErrorClass.NO_MEM,
                            assertThrows(
                                            SennitException.class,
                                            () -> active.send(
                                                    1, 0, null, target, ActiveMessages.NO_COUNTER, null, null))
                                    .errorClass());
                }
                world.barrier();
            }
        });
        assertEquals(List.of(ErrorClass.NO_MEM), reported);
    }

    /** The same inside a process, where the memory of both sides is confined to its thread. */
    @Test
    void dataThatNoThreadCanCopyIsDroppedAndReported() {
        List<ErrorClass> reported = new CopyOnWriteArrayList<>();
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            try (Arena confined = Arena.ofConfined()) {
                ActiveVector own = longVector(confined.allocate(PIECE_BYTES));
                active.register(message -> own);
                active.onError((_, _, error) -> reported.add(error.errorClass()));
                world.barrier();
                if (world.rank() == 0) {
                    ActiveCounter completed = active.newCounter();
                    active.send(1, 0, null, own, ActiveMessages.NO_COUNTER, null, completed);
                    completed.await(1);
                }
                world.barrier();
            }
        });
        assertEquals(List.of(ErrorClass.NO_MEM), reported);
    }
}
