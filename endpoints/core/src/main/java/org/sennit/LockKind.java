package org.sennit;

/** The kind of a lock on a member's part of a {@link Window}. (MPI 4.1, section 12.5.3) */
public enum LockKind {
    /** Several may hold it at once. */
    SHARED,
    /** One holds it, and no other. */
    EXCLUSIVE
}
