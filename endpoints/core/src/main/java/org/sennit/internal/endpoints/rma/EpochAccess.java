package org.sennit.internal.endpoints.rma;

/** The access epoch that is open at an endpoint. */
enum EpochAccess {
    NONE,
    FENCED,
    STARTED,
    LOCKED,
    ALL_LOCKED;

    /** Returns what an error says of the open epochs. */
    String describe(boolean isExposed) {
        if (!isExposed) {
            return this == NONE ? "none" : name();
        }
        return this == NONE ? "POSTED" : name() + "+POSTED";
    }
}
