package org.sennit.internal.endpoints.rma.lock;

import org.sennit.internal.endpoints.rma.update.UpdateGuard;
import org.sennit.spi.context.RuntimeContext;

/**
 * Guards the updates of the parts of this process, where all updates of a part are executed in the process of its
 * member.
 *
 * @param words in memory of this process alone
 * @param context for pauses in the spin loop
 */
public record ProcessGuard(ControlWords words, RuntimeContext context) implements UpdateGuard {
    private static final int SPINS = 100; // before a yield: rule of thumb, not measured

    @Override
    public void guardUpdate(int target) {
        for (int tries = 1; !words.tryGuardUpdate(target); tries++) {
            if (tries % SPINS == 0) {
                context.yield(); // its holder may have lost its core
            } else {
                context.spin();
            }
        }
    }

    @Override
    public void leaveUpdate(int target) {
        words.leaveUpdateRelease(target);
    }
}
