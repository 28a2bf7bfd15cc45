package org.sennit.spi.network;

/** The side that moves the bytes of a large message: the modes of the Nemesis netmod API, section LMT. */
public enum LargeMessageMode {
    /** No special transfer: the device sends the data as ordinary packets after its own RTS and CTS. */
    NULL,
    /** The sender writes into the receiver's memory after CTS and then sends DONE. */
    PUT,
    /** The receiver reads the sender's memory after RTS and then sends DONE; there is no CTS. */
    GET,
    /** Both copy, for instance through a shared ring; each knows by itself when it is complete, there is no DONE. */
    COOPERATIVE
}
