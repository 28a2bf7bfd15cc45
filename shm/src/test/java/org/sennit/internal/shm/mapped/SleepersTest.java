package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.spi.network.NetworkWaiter;

/** Whose sleep ends when a ring that was full has room. */
class SleepersTest {
    private final Sleepers sleepers = new Sleepers(() -> false, () -> false);

    private Sleepers.Sleeper enter() {
        return sleepers.enter(new NetworkWaiter() {
            @Override
            public boolean isReady() {
                return false;
            }

            @Override
            public int endpoint() {
                return 0;
            }
        });
    }

    @Test
    void roomEndsTheSleepOfTheThreadThatFindsItAlone() throws InterruptedException {
        Sleepers.Sleeper[] other = new Sleepers.Sleeper[1];
        Thread thread = Thread.ofPlatform().start(() -> other[0] = enter());
        thread.join();
        Sleepers.Sleeper mine = enter();
        assertFalse(mine.isReady());
        sleepers.roomFound();
        assertTrue(mine.isReady());
        assertFalse(other[0].isReady());
    }

    @Test
    void theNextSleepBeginsAnew() {
        Sleepers.Sleeper first = enter();
        sleepers.roomFound();
        sleepers.leave(first);
        assertFalse(enter().isReady());
    }
}
