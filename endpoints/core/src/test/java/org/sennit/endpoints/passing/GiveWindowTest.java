package org.sennit.endpoints.passing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.endpoints.device.ProcessDevice;
import org.sennit.runtime.concurrent.RuntimeContext;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.progress.JobHealth;
import org.sennit.runtime.progress.WaitStrategy;

/** How much may be given before somebody takes. */
class GiveWindowTest {
    private static final int MOST_GIFTS = 4096;

    private final ProcessDevice device = new ProcessDevice(
            RuntimeContext.system(), Options.defaults(), new JobHealth(), n -> new WaitStrategy(0, 0, 0, "test"), 1);
    private final PassingProcess process = new PassingProcess(0, device);

    private final class Piece extends PassedMemory {
        private final MemorySegment memory = Arena.ofAuto().allocate(8);

        Piece() {
            super(process);
        }

        @Override
        public MemorySegment memory() {
            return memory;
        }

        @Override
        protected void returned() {
            throw new AssertionError("nobody sends it home");
        }
    }

    private List<Piece> give(GiveWindow window, int count, long bytes) {
        List<Piece> given = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            assertTrue(window.isOpen(bytes), "gift " + i);
            given.add(new Piece());
            window.add(given.getLast(), given.getLast().give(null), bytes);
        }
        return given;
    }

    @Test
    void closesWhenItsBytesAreUnderWayAndOpensByWhatIsTaken() {
        GiveWindow window = new GiveWindow(1000);
        List<Piece> given = give(window, 10, 100);
        assertTrue(window.isOpen(0));
        assertFalse(window.isOpen(1));
        given.get(7).taken(100); // in any order
        assertTrue(window.isOpen(100));
        assertFalse(window.isOpen(101));
        given.get(0).taken(100);
        given.get(9).taken(100);
        assertTrue(window.isOpen(300));
        assertFalse(window.isOpen(301));
    }

    @Test
    void oneGiftMayAlwaysBeUnderWay() {
        GiveWindow window = new GiveWindow(1000);
        Piece huge = give(window, 1, 1L << 40).getFirst();
        assertFalse(window.isOpen(0));
        huge.taken(1L << 40);
        assertTrue(window.isOpen(1L << 50));
    }

    @Test
    void aGiftThatHasBeenTakenAndGivenOnCountsNoMore() {
        GiveWindow window = new GiveWindow(100);
        Piece piece = give(window, 1, 100).getFirst();
        assertFalse(window.isOpen(1));
        piece.taken(100);
        piece.give(null); // by the taker, to somebody else
        assertTrue(window.isOpen(100));
    }

    @Test
    void aGiftOfTheSameMemoryIsAnotherOne() {
        GiveWindow window = new GiveWindow(100);
        Piece piece = new Piece();
        for (int i = 0; i < 1000; i++) {
            assertTrue(window.isOpen(100));
            window.add(piece, piece.give(null), 100);
            assertFalse(window.isOpen(1));
            piece.taken(100);
        }
    }

    @Test
    void closesWhenThereAreTooManyOfNoLength() {
        GiveWindow window = new GiveWindow(Long.MAX_VALUE);
        List<Piece> given = give(window, MOST_GIFTS, 0);
        assertFalse(window.isOpen(0));
        given.forEach(piece -> piece.taken(0));
        assertTrue(window.isOpen(0));
        give(window, MOST_GIFTS, 0);
    }

    @Test
    void toAnotherProcessOneOfEachWindowIsAnswered() {
        GiveWindow window = new GiveWindow(1000);
        int answered = 0;
        for (int i = 0; i < 1100; i++) {
            answered += window.isOpenToProcess(100) ? 0 : 1;
        }
        assertEquals(100, answered);
        assertFalse(window.isOpenToProcess(1001) && window.isOpenToProcess(1));
    }
}
