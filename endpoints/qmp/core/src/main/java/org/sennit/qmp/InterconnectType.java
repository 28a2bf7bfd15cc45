package org.sennit.qmp;

/** The network between the nodes of the allocated machine. (QMP_ictype_t) */
public enum InterconnectType {
    /** Each node is connected with each other one. */
    SWITCH(0),
    /** The nodes form a grid; QMP_MESH is the same. */
    GRID(1),
    /** The nodes are the leaves of a fat tree. */
    FATTREE(2);

    private final int code;

    InterconnectType(int code) {
        this.code = code;
    }

    /**
     * Returns the number of the type.
     *
     * @return 0 to 2
     */
    public int code() {
        return code;
    }
}
