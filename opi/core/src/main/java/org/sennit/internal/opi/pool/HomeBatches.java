package org.sennit.internal.opi.pool;

import java.util.ArrayList;
import java.util.List;

/** Blocks to return, a chain for each home. Belongs to one thread. */
final class HomeBatches {
    private final List<Block> firsts = new ArrayList<>();
    private final List<Block> lasts = new ArrayList<>();
    private long size;

    void add(Block block) {
        size++;
        for (int i = 0; i < firsts.size(); i++) {
            Block first = firsts.get(i);
            if (first.home().equals(block.home())) {
                block.next(first);
                firsts.set(i, block);
                return;
            }
        }
        firsts.add(block);
        lasts.add(block);
    }

    /** Returns all blocks to their homes; returns their number. */
    long send() {
        for (int i = 0; i < firsts.size(); i++) {
            Block last = lasts.get(i);
            last.home().bring(firsts.get(i), last);
        }
        return size;
    }
}
