package org.sennit.chaos.faulty;

/** A kind of fault; its lower-case name is its word in the option. */
public enum Fault {
    /** Now and then arrivals are handed up some rounds later. */
    DELAY,
    /** Arrivals come in pieces of any length, down to single bytes, from a buffer that is spoilt afterwards. */
    FRAGMENT,
    /** Now and then a connection stands still for a long time, in one direction. */
    STALL,
    /** The eager limit changes from call to call. */
    LIMIT,
    /** Messages overtake each other; the module then says that it is unordered. */
    REORDER,
    /**
     * The first message of a type that process 1 sends to process 2 stands still until others have arrived there; the
     * module then says that it is unordered. Its number is the type of the packet.
     */
    FREEZE,
    /** Some connections are lost, each after a number of messages. */
    CUT,
    /** This process falls silent for ever after a number of messages, as a dead one does; its peers are notified. */
    KILL
}
