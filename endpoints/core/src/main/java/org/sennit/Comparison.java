package org.sennit;

/** The result of comparing two groups or two communicators. (MPI 4.1, sections 7.3.1 and 7.4.1) */
public enum Comparison {
    /** Groups: the same members in the same order. Communicators: one and the same. */
    IDENTICAL,
    /** Communicators: the same members in the same order, with messages of their own. */
    CONGRUENT,
    /** The same members in another order. */
    SIMILAR,
    /** Different members. */
    UNEQUAL
}
