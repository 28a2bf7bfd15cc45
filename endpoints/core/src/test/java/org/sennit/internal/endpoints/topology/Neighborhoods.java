package org.sennit.internal.endpoints.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.sennit.internal.endpoints.group.Neighborhood;

/** Checks that the neighborhoods of all members fit together. */
public final class Neighborhoods {
    private Neighborhoods() {}

    /** Every slot that is sent arrives in one slot, and receives in their order meet sends in theirs. */
    public static void assertConsistent(Neighborhood[] near) {
        boolean[][] taken = new boolean[near.length][];
        Arrays.setAll(taken, rank -> new boolean[near[rank].destinations().length]);
        for (int rank = 0; rank < near.length; rank++) {
            Neighborhood own = near[rank];
            for (int i = 0; i < own.sources().length; i++) {
                int source = own.sources()[i];
                int slot = own.sourceSlots()[i];
                if (source >= 0) {
                    assertEquals(rank, near[source].destinations()[slot]);
                    assertFalse(taken[source][slot], "arrives twice");
                    taken[source][slot] = true;
                }
            }
            int[] order = own.receiveOrder().clone();
            Arrays.sort(order);
            int[] each = new int[order.length];
            Arrays.setAll(each, i -> i);
            assertArrayEquals(each, order);
        }
        for (int rank = 0; rank < near.length; rank++) {
            for (int slot = 0; slot < taken[rank].length; slot++) {
                assertEquals(near[rank].destinations()[slot] >= 0, taken[rank][slot], "sent, so it arrives");
            }
        }
        assertOrdered(near);
    }

    private static void assertOrdered(Neighborhood[] near) {
        for (int to = 0; to < near.length; to++) {
            for (int from = 0; from < near.length; from++) {
                Queue<Integer> sent = new ArrayDeque<>();
                for (int slot = 0; slot < near[from].destinations().length; slot++) {
                    if (near[from].destinations()[slot] == to) {
                        sent.add(slot);
                    }
                }
                for (int i : near[to].receiveOrder()) {
                    if (near[to].sources()[i] == from) {
                        assertEquals(sent.remove(), near[to].sourceSlots()[i]);
                    }
                }
            }
        }
    }
}
