package org.sennit.internal.shm.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/** The state machine of the synergistic protocol: claims and door. */
@Core
class SharedBlocksTest {
    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private final SharedBlocks blocks = new SharedBlocks();

    @Test
    void takesEachBlockOnceFromBothEnds() {
        for (int count = 1; count < 20; count++) {
            blocks.open(count);
            assertTrue(blocks.enter(blocks.look()));
            int[] taken = new int[count];
            boolean hasMore = true;
            while (hasMore) {
                int block = random.nextBoolean() ? blocks.claimFromFront() : blocks.claimFromBack();
                hasMore = block != SharedBlocks.NONE;
                if (hasMore) {
                    taken[block]++;
                }
            }
            assertEquals(SharedBlocks.NONE, blocks.claimFromFront());
            assertEquals(SharedBlocks.NONE, blocks.claimFromBack());
            assertArrayEquals(filled(count), taken, "count=" + count);
            blocks.leave();
            assertTrue(blocks.shut());
        }
    }

    private static int[] filled(int count) {
        int[] ones = new int[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Test
    void theFrontIsWhereTheReceiverBeginsAndTheBackWhereTheHelperDoes() {
        blocks.open(4);
        blocks.enter(blocks.look());
        assertEquals(0, blocks.claimFromFront());
        assertEquals(3, blocks.claimFromBack());
        assertEquals(2, blocks.claimFromBack());
        assertEquals(1, blocks.claimFromFront());
        assertEquals(SharedBlocks.NONE, blocks.claimFromBack());
    }

    @Test
    void countsToItsLimitWithoutOverflow() {
        blocks.open(SharedBlocks.MOST_BLOCKS);
        assertEquals(0, blocks.claimFromFront());
        assertEquals(SharedBlocks.MOST_BLOCKS - 1, blocks.claimFromBack());
        blocks.claimTheRest(); // by one side
        assertEquals(SharedBlocks.NONE, blocks.claimFromFront());
        blocks.claimTheRest(); // and by the other
        assertEquals(SharedBlocks.NONE, blocks.claimFromFront());
        assertEquals(SharedBlocks.NONE, blocks.claimFromBack());
    }

    @Test
    void aHelperThatComesAfterTheDoorIsShutDoesNotGetIn() {
        blocks.open(4);
        long seen = blocks.look();
        assertTrue(SharedBlocks.isOpen(seen));
        assertTrue(blocks.shut());
        assertFalse(blocks.enter(seen));
        assertFalse(SharedBlocks.isOpen(blocks.look()));
    }

    @Test
    void aHelperOfAnEarlierMessageDoesNotGetIn() {
        blocks.open(4);
        long seen = blocks.look();
        blocks.shut();
        blocks.open(4);
        assertFalse(blocks.enter(seen), "the state is the same, the message another");
        assertTrue(blocks.enter(blocks.look()));
    }

    @Test
    void aSecondHelperDoesNotGetIn() {
        blocks.open(4);
        long seen = blocks.look();
        assertTrue(blocks.enter(seen));
        assertFalse(blocks.enter(seen));
        assertFalse(SharedBlocks.isOpen(blocks.look()));
    }

    @Test
    void theDoorIsNotShutWhileTheHelperIsInside() {
        blocks.open(4);
        blocks.enter(blocks.look());
        assertFalse(blocks.shut());
        blocks.pause();
        assertTrue(blocks.shut());

        blocks.open(4);
        blocks.enter(blocks.look());
        blocks.leave();
        assertFalse(SharedBlocks.isOpen(blocks.look()), "who leaves for good shuts the door");
        assertTrue(blocks.shut());
    }

    @Test
    void aHelperThatPausesMayComeAgain() {
        blocks.open(4);
        blocks.enter(blocks.look());
        blocks.pause();
        assertTrue(blocks.enter(blocks.look()));
    }

    /** Two threads, many messages; every block of each is copied once, and no thread is inside after the end. */
    @Test
    @Deadline(seconds = 60)
    void twoThreadsCopyEachBlockOnce() throws Exception {
        int messages = 20_000;
        int most = 8;
        byte[] copied = new byte[most]; // plain: ordered by claims and door alone
        CyclicBarrier start = new CyclicBarrier(2);
        SeededRandom ofHelper = random.split();
        boolean[] isOver = new boolean[1];
        Thread helper = Thread.ofPlatform().start(() -> {
            await(start);
            while (!isOverOpaque(isOver)) {
                long word = blocks.look();
                if (SharedBlocks.isOpen(word) && blocks.enter(word)) {
                    int block = blocks.claimFromBack();
                    if (block != SharedBlocks.NONE) {
                        copied[block]++;
                    }
                    if (block == SharedBlocks.NONE && ofHelper.nextBoolean()) {
                        blocks.leave();
                    } else {
                        blocks.pause();
                    }
                }
            }
        });
        await(start);
        try {
            for (int message = 0; message < messages; message++) {
                int count = 1 + random.nextInt(most);
                Arrays.fill(copied, (byte) 0);
                blocks.open(count);
                int block;
                while ((block = blocks.claimFromFront()) != SharedBlocks.NONE) {
                    copied[block]++;
                }
                while (!blocks.shut()) {
                    Thread.onSpinWait();
                }
                for (int i = 0; i < most; i++) {
                    assertEquals(i < count ? 1 : 0, copied[i], "message=" + message + " block=" + i);
                }
            }
        } finally {
            OVER.setOpaque(isOver, 0, true);
            helper.join();
        }
    }

    private static final java.lang.invoke.VarHandle OVER =
            java.lang.invoke.MethodHandles.arrayElementVarHandle(boolean[].class);

    private static boolean isOverOpaque(boolean[] isOver) {
        return (boolean) OVER.getOpaque(isOver, 0);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
