package org.sennit.lapi;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The room for headers: no two threads have the same. */
public final class HeaderRoomsStress {
    private HeaderRoomsStress() {}

    /** Two threads send twice each, so that the room goes from one to the other. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Each has found its own headers as it wrote them.")
    @Outcome(expect = FORBIDDEN, desc = "A header has been overwritten by another thread.")
    @State
    public static class TwoSend {
        private final HeaderRooms rooms = new HeaderRooms(true);

        /** Keeps a room for the two. */
        public TwoSend() {
            rooms.give(rooms.take());
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = wrong(1) + wrong(2);
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = wrong(3) + wrong(4);
        }

        private int wrong(int region) {
            HeaderRoom room = rooms.take();
            int read = Wire.getInt(room.put(new RemoteAddress(0, region, 0)), 0);
            rooms.give(room);
            return read == region ? 0 : 1;
        }
    }
}
