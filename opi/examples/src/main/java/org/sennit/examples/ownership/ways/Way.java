package org.sennit.examples.ownership.ways;

/** The transport of messages, and their use at the receiver. Any thread. */
public enum Way {
    /** Sent, received in other memory, copied to where they are used. */
    SEND_RECEIVE("send/receive"),
    /** Given and taken, copied to where they are used. */
    GIVE_TAKE("give/take"),
    /** Given and taken; the loop that uses them first reads them where they lie. */
    FUSED("give/take, fused");

    private final String words;

    Way(String words) {
        this.words = words;
    }

    /**
     * Returns the words for tables.
     *
     * @return a few words
     */
    public String words() {
        return words;
    }

    /** Returns whether buffers change hands; true but for send and receive. */
    public boolean isGiving() {
        return this != SEND_RECEIVE;
    }

    /** Returns whether there is no step in which messages are copied to where they are used; true for the fused way. */
    public boolean isFused() {
        return this == FUSED;
    }
}
