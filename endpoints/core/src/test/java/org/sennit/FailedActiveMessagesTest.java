package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
}
