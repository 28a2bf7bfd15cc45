package org.sennit.qmp;

/** How the nodes of the allocated machine are connected. (QMP_ictype_t) */
public enum InterconnectType {
    /** Each with each. */
    SWITCH(0),
    /** In a grid; QMP_MESH is the same. */
    GRID(1),
    /** In a fat tree. */
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
