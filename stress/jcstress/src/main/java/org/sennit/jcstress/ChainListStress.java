package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.internal.opi.pool.ChainList;
import org.sennit.internal.opi.pool.Chained;

/**
 * The way home of buffers: none is lost, and none is found twice. The thread that finds a buffer sees what was
 * written in it, and writes nothing that the thread which brought it still reads. The links are known by what they
 * hold, since their package is another.
 */
public final class ChainListStress {
    private ChainListStress() {}

    /** A buffer that only holds a number; counts how often it is found. */
    private static final class Link extends Chained {
        private int content;

        Link(int content) {
            this.content = content;
        }
    }

    /** Two bring a buffer each. */
    @JCStressTest
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "Both have come home.")
    @Outcome(expect = FORBIDDEN, desc = "One was lost.")
    @State
    public static class TwoBring {
        private final ChainList list = new ChainList();

        @Actor
        public void first() {
            bring(list, new Link(1));
        }

        @Actor
        public void second() {
            bring(list, new Link(2));
        }

        @Arbiter
        public void home(I_Result r) {
            r.r1 = sum(list.takeAll());
        }
    }

    /** One brings buffers, home takes what is there. */
    @JCStressTest
    @Outcome(id = "7", expect = ACCEPTABLE, desc = "All three have come home, some before, some after home has looked.")
    @Outcome(expect = FORBIDDEN, desc = "One was lost, found twice, or seen half written.")
    @State
    public static class BringAndTake {
        private final ChainList list = new ChainList();
        private int taken; // by home

        /** Starts with one. */
        public BringAndTake() {
            bring(list, new Link(4));
        }

        @Actor
        public void bringer() {
            bring(list, new Link(1));
            bring(list, new Link(2));
        }

        @Actor
        public void home() {
            taken = sum(list.takeAll());
        }

        @Arbiter
        public void rest(I_Result r) {
            r.r1 = taken + sum(list.takeAll());
        }
    }

    /** One brings a buffer while home ends. */
    @JCStressTest
    @Outcome(id = "5, 0, 1", expect = ACCEPTABLE, desc = "It came before the end, home frees it.")
    @Outcome(
            id = "0, 5, 1",
            expect = ACCEPTABLE,
            desc = "It came after the end, who brings it frees it, and sees how home was left.")
    @Outcome(expect = FORBIDDEN, desc = "Neither frees it, or both do, or it is freed in a home half left.")
    @State
    public static class BringAndEnd {
        private final ChainList list = new ChainList();
        private int left; // plain: what home has done before its end

        @Actor
        public void bringer(III_Result r) {
            Link link = new Link(5);
            boolean isHome = list.add(link, link);
            r.r2 = isHome ? 0 : link.content;
            r.r3 = isHome ? 1 : left;
        }

        @Actor
        public void home(III_Result r) {
            left = 1;
            r.r1 = sum(list.end());
        }
    }

    /** The pool of the sender's side: the taker reads and frees; the owner uses the same memory anew. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The owner looked before the buffer was freed.")
    @Outcome(id = "1, 8", expect = ACCEPTABLE, desc = "The owner has it again, and sees what the taker wrote.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "The taker read what the owner wrote later, or the owner missed what the taker wrote.")
    @State
    public static class SenderSidePool {
        private final ChainList list = new ChainList();
        private final Link link = new Link(1);

        /** Reads, writes, frees. */
        @Actor
        public void taker(II_Result r) {
            r.r1 = link.content;
            link.content = 8;
            list.add(link, link);
        }

        /** Allocates and writes. */
        @Actor
        public void owner(II_Result r) {
            for (int i = 0; i < 100; i++) {
                if (list.takeAll() instanceof Link found) {
                    r.r2 = found.content;
                    found.content = 2;
                    return;
                }
                Thread.onSpinWait();
            }
        }
    }

    private static void bring(ChainList list, Link link) {
        list.add(link, link);
    }

    /** Returns the sum of what the buffers of a chain hold, each a bit of its own. */
    private static int sum(Chained first) {
        int sum = 0;
        for (Chained each = first; each != null; each = each.after()) {
            sum += ((Link) each).content;
        }
        return sum;
    }
}
