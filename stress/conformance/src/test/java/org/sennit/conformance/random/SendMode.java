package org.sennit.conformance.random;

/** The modes of a send. (MPI 4.1, section 3.4) */
enum SendMode {
    /** Complete when the memory is free again. */
    STANDARD,
    /** Complete when a receive has matched. */
    SYNCHRONOUS,
    /** Complete when it has been copied to the attached buffer. */
    BUFFERED,
    /** As standard, where the receive has certainly been posted. */
    READY
}
