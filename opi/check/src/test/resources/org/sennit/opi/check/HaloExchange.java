package org.sennit.opi.check.program;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntSupplier;
import org.sennit.opi.check.Buffer;
import org.sennit.opi.check.Link;
import org.sennit.ownership.Consumes;

/**
 * A strip of a grid whose edges travel to both neighbors in each step: buffers are filled, given, taken, kept, freed.
 */
final class HaloExchange {
    enum Side {
        LEFT,
        RIGHT,
        NONE
    }

    sealed interface Event {}

    record Edge(Side side, Buffer cells) implements Event {}

    record Stop(String why) implements Event {}

    private final Link left;
    private final Link right;
    private final Deque<Buffer> spare = new ArrayDeque<>();
    private final Buffer[] latest = new Buffer[2];
    private Buffer checkpoint = new Buffer();
    private int faults;

    HaloExchange(Link left, Link right) {
        this.left = left;
        this.right = right;
    }

    /** Each step fills two fresh buffers and gives them away. */
    void run(int steps, int interval) {
        for (int step = 0; step < steps; step++) {
            Buffer toLeft = allocate();
            Buffer toRight = allocate();
            fill(toLeft.view(), step);
            fill(toRight.view(), -step);
            send(Side.LEFT, toLeft); // sentLeft
            // 1 toLeft.put(step); // BUG: 'toLeft' is used after it was given away in line {sentLeft}
            send(Side.RIGHT, toRight);
            receive(0, left);
            receive(1, right);
            if (step % interval == 0 && !save(step)) {
                break;
            }
        }
        for (int side = 0; side < latest.length; side++) {
            if (latest[side] != null) {
                latest[side].free();
                latest[side] = null;
            }
        }
        spare.forEach(Buffer::free);
    }

    private Buffer allocate() {
        Buffer free = spare.poll();
        return free == null ? new Buffer() : free;
    }

    private static void fill(Buffer.View view, int value) {
        for (int i = 0; i < value; i++) {
            view.get();
        }
    }

    private void send(Side side, @Consumes Buffer cells) {
        IntSupplier sum = cells::get;
        int expected = sum.getAsInt();
        switch (side) {
            case LEFT -> left.give(cells); // toLeft
            case RIGHT -> right.give(cells);
            case NONE -> release(cells);
        }
        // 2 expected = sum.getAsInt(); // BUG: 'sum' is used after 'cells' was given away in line {toLeft}
        faults += expected < 0 ? 1 : 0;
    }

    private void release(@Consumes Buffer cells) {
        if (spare.size() < 8) {
            spare.push(cells);
            return;
        }
        cells.free();
    }

    /** The edge of the step before goes back for the one that is taken. */
    private void receive(int side, Link from) {
        Buffer before = latest[side];
        latest[side] = from.take();
        if (before != null) {
            Buffer.View view = before.view();
            faults += view.slice().get();
            release(before); // released
            // 3 faults += view.slice().get(); // BUG: 'view' is used after 'before' was given away in line {released}
        }
        latest[side].get();
    }

    /** Exchanges the checkpoint with its keeper, as often as that takes. */
    private boolean save(int step) {
        checkpoint.put(step);
        for (int attempt = 0; attempt < 3; attempt++) {
            Buffer copy = allocate();
            try {
                copy.put(checkpoint.get());
                checkpoint = left.exchange(checkpoint); // exchanged
                if (checkpoint.get() == step) {
                    return true;
                }
            } catch (IllegalStateException e) {
                // 5 checkpoint.put(step); // BUG: 'checkpoint' is used after it was given away in line {exchanged}
                checkpoint = copy;
                faults++;
                continue;
            } finally {
                left.run(() -> System.out.println("step=" + step));
                // 6 checkpoint.get(); // BUG: 'checkpoint' is used after it was given away in line {exchanged}
            }
            copy.free(); // freedCopy
            // 4 copy.put(0); // BUG: 'copy' is used after it was given away in line {freedCopy}
        }
        return false;
    }

    /** Events from elsewhere; an edge that no receive waits for is dropped. */
    List<Event> drain(List<Event> events) {
        List<Event> kept = new ArrayList<>();
        for (Event event : events) {
            switch (event) {
                case Edge(Side side, Buffer cells)
                when side == Side.NONE -> {
                    cells.free(); // gone
                    // 7 faults += cells.get(); // BUG: 'cells' is used after it was given away in line {gone}
                }
                case Edge edge -> kept.add(edge);
                case Stop(String why) -> System.out.println(why);
            }
        }
        return kept;
    }

    /** All of a batch or nothing. */
    boolean sendAll(List<Buffer> batch) {
        retry:
        while (faults < 3) {
            Buffer[] all = batch.toArray(new Buffer[0]);
            for (Buffer each : all) {
                if (each == null) {
                    faults++;
                    continue retry;
                }
            }
            Buffer head = all[0];
            left.giveAll(1, all); // batched
            // 8 faults += all[0].get(); // BUG: 'all' is used after it was given away in line {batched}
            // 9 faults += head.get(); // BUG: 'head' is used after 'all' was given away in line {batched}
            return true;
        }
        return false;
    }
}
