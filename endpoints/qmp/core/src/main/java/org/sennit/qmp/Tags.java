package org.sennit.qmp;

/** The tags that tell channels between the same nodes apart. */
final class Tags {
    /** The tag of channels that are declared by a node number. */
    static final int DIRECT = 0;

    private static final int FIRST_RELATIVE = 1;

    private Tags() {}

    /**
     * Returns the tag of a channel between neighbors: of its axis, and of the direction in which its messages travel.
     *
     * @param axis from 0
     * @param isUpwards whether they travel to the next higher coordinate
     */
    static int relative(int axis, boolean isUpwards) {
        return FIRST_RELATIVE + 2 * axis + (isUpwards ? 0 : 1);
    }

    static String describe(int tag) {
        int relative = tag - FIRST_RELATIVE;
        return relative < 0 ? "" : ", axis " + relative / 2 + (relative % 2 == 0 ? " upwards" : " downwards");
    }
}
