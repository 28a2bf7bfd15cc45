package org.sennit.conformance.random;

/** The modes of a send. (MPI 4.1, section 3.4) */
enum SendMode {
    /** Complete when the memory is free again. */
    STANDARD
}
