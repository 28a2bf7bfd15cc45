package org.sennit.lapi;

/** The kinds of vectors. (lapi_vectype_t) */
public enum VectorType {
    /** Pieces that match those of the other side one by one. (LAPI_GEN_IOVECTOR) */
    IOVECTOR(0),
    /** Blocks of one size at an even distance. (LAPI_GEN_STRIDED_XFER) */
    STRIDED(1),
    /** Pieces that are filled one after the other, however the other side is divided. (LAPI_GEN_GENERIC) */
    GENERIC(2);

    private final int code;

    VectorType(int code) {
        this.code = code;
    }

    /**
     * Returns the number of the kind.
     *
     * @return 0 to 2
     */
    public int code() {
        return code;
    }

    /** Returns the kind of a number, null for none. */
    static VectorType of(int code) {
        return code >= 0 && code < values().length ? values()[code] : null;
    }
}
