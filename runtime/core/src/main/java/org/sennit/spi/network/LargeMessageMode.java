package org.sennit.spi.network;

/** Who moves the bytes of a large message, as the Nemesis network module document has it. */
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
