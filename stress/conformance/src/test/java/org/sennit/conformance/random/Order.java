package org.sennit.conformance.random;

/** In which order the ranks of a random program do their parts, so that it cannot deadlock by itself. */
enum Order {
    /** All receives are posted; when all have done so everything is sent, in any mode, blocking or not. */
    RECEIVES_FIRST,
    /** Everything is sent without blocking, then received in any way. */
    SENDS_FIRST,
    /** Each rank sends and receives in the order of the messages' numbers, in any way, but without wildcards. */
    IN_TURN
}
