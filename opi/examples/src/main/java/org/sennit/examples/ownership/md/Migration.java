package org.sennit.examples.ownership.md;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.sennit.examples.ownership.md.Atoms.MOVED;
import static org.sennit.examples.ownership.md.Atoms.POSITION;

import java.lang.foreign.MemorySegment;

/**
 * Brings atoms that have left the box to the endpoint in whose box they are, dimension by dimension, with their
 * velocities. Collective; one thread an endpoint.
 */
final class Migration {
    private final Box box;
    private final Carrier carrier;

    Migration(Box box, Carrier carrier) {
        this.box = box;
        this.carrier = carrier;
    }

    /** Moves atoms to their new owners. Blocks. */
    void run(Atoms atoms) {
        atoms.dropGhosts();
        for (int d = 0; d < Box.DIMENSIONS; d++) {
            if (box.isWhole(d)) {
                wrap(atoms, d);
            } else {
                move(atoms, d, false);
                move(atoms, d, true);
            }
        }
    }

    private void wrap(Atoms atoms, int d) {
        double[] x = atoms.x();
        for (int i = d; i < POSITION * atoms.count(); i += POSITION) {
            if (x[i] < 0) {
                x[i] += box.side();
            }
            if (x[i] >= box.side()) { // also what rounding has made of a little below 0
                x[i] -= box.side();
            }
        }
    }

    private void move(Atoms atoms, int d, boolean isUpward) {
        int leaving = 0;
        for (int atom = 0; atom < atoms.count(); atom++) {
            leaving += isLeaving(atoms, atom, d, isUpward) ? 1 : 0;
        }
        MemorySegment room = carrier.room((long) leaving * MOVED * Double.BYTES);
        double shift = box.shift(d, isUpward);
        long to = 0;
        // From behind: the atom that takes a place has been looked at.
        for (int atom = atoms.count() - 1; atom >= 0; atom--) {
            if (isLeaving(atoms, atom, d, isUpward)) {
                for (int i = 0; i < POSITION; i++) {
                    double position = atoms.x()[POSITION * atom + i];
                    room.setAtIndex(JAVA_DOUBLE, to + i, i == d ? position + shift : position);
                    room.setAtIndex(JAVA_DOUBLE, to + POSITION + i, atoms.v()[POSITION * atom + i]);
                }
                to += MOVED;
                atoms.remove(atom);
            }
        }
        MemorySegment came = carrier.swap(box.neighbor(d, isUpward), box.neighbor(d, !isUpward), -1);
        for (long at = 0; at < came.byteSize() / Double.BYTES; at += MOVED) {
            atoms.add(
                    came.getAtIndex(JAVA_DOUBLE, at),
                    came.getAtIndex(JAVA_DOUBLE, at + 1),
                    came.getAtIndex(JAVA_DOUBLE, at + 2),
                    came.getAtIndex(JAVA_DOUBLE, at + 3),
                    came.getAtIndex(JAVA_DOUBLE, at + 4),
                    came.getAtIndex(JAVA_DOUBLE, at + 5));
        }
        carrier.finish();
    }

    private boolean isLeaving(Atoms atoms, int atom, int d, boolean isUpward) {
        double position = atoms.x()[POSITION * atom + d];
        return isUpward ? position >= box.high(d) : position < box.low(d);
    }
}
