package org.sennit.spi.packet;

/**
 * The envelope of a message: what it is matched by, and its length. A mutable carrier without behaviour: its holder
 * fills it, passes it on within one thread, and may use it again; between threads it travels as the words of an inbox
 * cell or a {@link PacketDescriptor}.
 */
public class Envelope {
    /** A message of the send calls. */
    public static final byte SEND = 0;

    /** A buffer whose ownership is passed. */
    public static final byte GIVE = 1;

    /** A message for a handler instead of a receive. */
    public static final byte ACTIVE = 2;

    /** As {@link #SEND}, for a ready send in checked mode: a receive must be posted. */
    public static final byte READY = 3;

    /** One of {@link #SEND}, {@link #GIVE}, {@link #ACTIVE}. */
    public byte kind;

    /** The communicator's context id. */
    public int contextId;

    /** The sender's rank in the communicator. */
    public int sourceRank;

    /** The tag, 0 to 2³¹−1. */
    public int tag;

    /** The length of the message in bytes. */
    public long lengthBytes;

    /** A hash of the type signature; 0 matches everything. */
    public int signature;

    /** Makes an envelope of zeros. */
    public Envelope() {}

    /**
     * Fills all fields of a sent message.
     *
     * @param contextId the communicator's context id
     * @param sourceRank the sender's rank in the communicator
     * @param tag the tag
     * @param lengthBytes the length in bytes
     * @param signature a hash of the type signature, 0 for none
     * @return this
     */
    public final Envelope set(int contextId, int sourceRank, int tag, long lengthBytes, int signature) {
        this.kind = SEND;
        this.contextId = contextId;
        this.sourceRank = sourceRank;
        this.tag = tag;
        this.lengthBytes = lengthBytes;
        this.signature = signature;
        return this;
    }
}
