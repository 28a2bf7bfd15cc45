package org.sennit.internal.net.loop;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.sennit.jcstress.CountingContext;

/** A thread begins to follow while the leader of the network's loop leaves. */
public final class FollowersStress {
    private FollowersStress() {}

    /** The follower enters itself and looks at the leader; the leader leaves and looks at the followers. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The follower would park; the leader promotes it.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE,
            desc = "The follower sees that there is no leader; the leader saw no follower.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both see each other: a wake-up for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "The follower parks, and no thread drives the loop.")
    @State
    public static class FollowAndLead {
        private final CountingContext context = new CountingContext();
        private final Followers followers = new Followers(context);
        private volatile boolean isLed = true;

        @Actor
        public void follower(II_Result r) {
            followers.add(Thread.currentThread());
            r.r1 = isLed ? 0 : 1;
        }

        @Actor
        public void leader() {
            isLed = false;
            followers.promoteFirst();
        }

        /** Reports whether the leader has promoted it. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r2 = context.hasUnparked ? 1 : 0;
        }
    }
}
