package org.sennit.qmp;

/** The threads of a node that may call QMP. (QMP_thread_level_t) */
public enum QmpThreadLevel {
    /** The node has one thread. */
    SINGLE,
    /** The node has several threads, one of which calls. */
    FUNNELED,
    /** Several threads call, one at a time. */
    SERIALIZED,
    /** Several threads call at the same time. */
    MULTIPLE
}
