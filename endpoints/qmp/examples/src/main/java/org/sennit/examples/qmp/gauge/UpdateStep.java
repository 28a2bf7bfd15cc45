package org.sennit.examples.qmp.gauge;

import java.util.ArrayList;
import java.util.List;
import org.sennit.examples.qmp.lattice.LocalLattice;

/**
 * Links that are updated together: none of them is in the staples of another. Immutable; any thread.
 *
 * @param axis along which they point
 * @param parity of the sites where they begin
 */
record UpdateStep(int axis, int parity) {
    private static final int LAST_AXIS = LocalLattice.AXES - 1;

    /**
     * Returns the steps of a pass over all links. The order is the same however the lattice is divided, and best where
     * the last axis is cut: a step then needs copies of what changed one step before twice in a pass, at its begin and
     * before the last axis, and of what changed three steps before elsewhere.
     */
    static List<UpdateStep> pass() {
        List<UpdateStep> steps = new ArrayList<>();
        for (int parity = 0; parity < 2; parity++) {
            for (int axis = 0; axis < LAST_AXIS; axis++) {
                steps.add(new UpdateStep(axis, parity));
            }
        }
        steps.add(new UpdateStep(LAST_AXIS, 0));
        steps.add(new UpdateStep(LAST_AXIS, 1));
        return steps;
    }

    /**
     * Returns whether staples of this step have links of another step that other endpoints hold. Those of its own axis
     * lie to the sides of its links, on sites of the other parity. Those of another axis begin where its links begin
     * and end, which needs copies where its own axis is cut, and a site before that along the other axis.
     */
    boolean needs(UpdateStep other, LocalLattice lattice) {
        if (other.axis != axis) {
            return lattice.isCut(axis) || lattice.isCut(other.axis);
        }
        boolean isSideCut = false;
        for (int side = 0; side < LocalLattice.AXES; side++) {
            isSideCut |= side != axis && lattice.isCut(side);
        }
        return other.parity != parity && isSideCut;
    }
}
