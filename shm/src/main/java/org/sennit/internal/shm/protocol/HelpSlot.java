package org.sennit.internal.shm.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * Where receivers ask an endpoint for help with the messages that it has sent them: one message at a time. The endpoint
 * reads this in each of its polls, from a cache line that is written only by a request.
 *
 * <p>What stands here is a hint: whether help is still wanted, and whose, the transfer's own door says (see {@link
 * SharedBlocks}).
 */
final class HelpSlot extends HelpSlotWord {
    private static final VarHandle WANTED;

    static {
        try {
            WANTED = MethodHandles.lookup()
                    .findVarHandle(HelpSlotWord.class, "wanted", ActiveTransfer.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused")
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    HelpSlot() {}

    /** Asks for help, by the receiver; false while another receiver asks. */
    boolean ask(ActiveTransfer transfer) {
        return (ActiveTransfer) WANTED.getOpaque((HelpSlotWord) this) == null
                && WANTED.compareAndSet((HelpSlotWord) this, (ActiveTransfer) null, transfer);
    }

    /** Takes the question back, by the receiver before it uses the transfer again, or by a helper that is done. */
    void withdraw(ActiveTransfer transfer) {
        if ((ActiveTransfer) WANTED.getOpaque((HelpSlotWord) this) == transfer) {
            WANTED.compareAndSet((HelpSlotWord) this, transfer, (ActiveTransfer) null);
        }
    }

    /** Returns whom to help, or null; by the endpoint. Acquire: the transfer was made before it was put here. */
    ActiveTransfer wanted() {
        return (ActiveTransfer) WANTED.getAcquire((HelpSlotWord) this);
    }
}

/** What receivers write and the endpoint reads. */
abstract class HelpSlotWord extends FrontPadding {
    // Compare-and-set from null by receivers, back to null by receiver or helper; acquire load in each poll.
    @SuppressWarnings("unused")
    ActiveTransfer wanted;
}
