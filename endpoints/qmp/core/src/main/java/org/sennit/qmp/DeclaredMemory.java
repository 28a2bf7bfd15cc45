package org.sennit.qmp;

/** The bytes of a {@link MessageMemory}, as the handles that use it know them. Belongs to its node. */
class DeclaredMemory {
    private final NodeSurroundings node;
    private final Extents extents;

    private int uses; // handles that are not freed; by the thread that drives the node
    private boolean isFreed;

    DeclaredMemory(NodeSurroundings node, Extents extents) {
        this.node = node;
        this.extents = extents;
    }

    final NodeSurroundings node() {
        return node;
    }

    final Extents extents() {
        return extents;
    }

    final boolean isFreed() {
        return isFreed;
    }

    /** Counts a handle that uses it. */
    final void use() {
        uses++;
    }

    /** Uncounts a handle, which has been freed. */
    final void release() {
        uses--;
    }

    /** Returns whether no handle uses it, and it is freed now. */
    final boolean free() {
        isFreed = uses == 0;
        return isFreed;
    }
}
