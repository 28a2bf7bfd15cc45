package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;

@Deadline
class HoldTest {
    @Test
    void servesAfterAnActionWhatOthersWantedMeanwhile() {
        int[] turns = {0};
        Hold hold = new Hold(RuntimeContext.system(), (limit, isWanted) -> {
            turns[0] += isWanted ? 1 : 0;
            return 1;
        });
        hold.run(() -> {
            Thread other = Thread.ofPlatform().start(() -> {
                hold.want();
                assertEquals(0, hold.serve(1));
            });
            try {
                other.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertEquals(1, turns[0]);
        assertFalse(hold.isWanted());
    }
}
