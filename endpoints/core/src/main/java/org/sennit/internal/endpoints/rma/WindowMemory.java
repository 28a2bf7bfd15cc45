package org.sennit.internal.endpoints.rma;

import java.lang.foreign.Arena;

/**
 * The memory that one member has in a window.
 *
 * @param users as the user gave it, or gets it; null where there is none
 * @param arena of memory that this member has allocated; else null
 */
record WindowMemory(Object users, Arena arena) {
    /** Frees what this member has allocated; no member accesses it any more. */
    void free() {
        if (arena != null) {
            arena.close();
        }
    }
}
