package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.internal.net.connection.Batches;
import org.sennit.internal.net.loop.MigratingEventLoop;

/** Messages that wait for company go out although the thread that sends them goes to sleep meanwhile. */
public final class BatchesStress {
    private BatchesStress() {}

    /** A message is left while the thread, which has found nothing for a while, goes to sleep. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The thread saw the message, or was woken for it, and sent it.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The thread sleeps, and the message stays: the lost wake-up.")
    @State
    public static class LeftWhileGoingToSleep {
        private final WatchingContext context = new WatchingContext();
        private final MigratingEventLoop loop =
                new MigratingEventLoop(new SleepingHandler(false), false, new CountingContext());
        private final Batches batches = new Batches(loop, context, 1);
        private int sent; // with the loop held

        /** The thread is there, and nothing waits. */
        public LeftWhileGoingToSleep() {
            leave(() -> {});
            batches.flushNow();
        }

        private void leave(Batches.Member sender) {
            loop.acquire();
            batches.add(sender);
            loop.release();
        }

        /** Leaves a message. */
        @Actor
        public void sender() {
            for (int i = ThreadLocalRandom.current().nextInt(200); i > 0; i--) {
                Thread.onSpinWait();
            }
            leave(() -> sent++);
            context.over();
        }

        /** Looks after them. */
        @Actor
        public void watcher() {
            context.watch();
        }

        /** Reports whether it has gone. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = sent;
        }
    }
}
