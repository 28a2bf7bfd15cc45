package org.sennit.internal.runtime.trace;

/** How the bytes of a message travel, as profiles, traces and events show it. */
public enum MessageProtocol {
    /** Through the receiver's inbox. */
    IMMEDIATE("immediate"),
    /** From memory to memory inside the JVM, copied by the receiver. */
    SINGLE_COPY("single copy"),
    /** From memory to memory inside the JVM, copied by both sides. */
    SYNERGISTIC("synergistic"),
    /** An object of the JVM, not copied. */
    REFERENCE("reference"),
    /** A buffer that changes its owner, not copied. */
    OWNERSHIP("ownership"),
    /** To another JVM, sent at once. */
    EAGER("eager"),
    /** To another JVM, sent when the receive has matched. */
    RENDEZVOUS("rendezvous"),
    /** To the same endpoint. */
    SELF("self"),
    /** No single message: a collective, a wait. */
    NONE("-");

    private final String text;

    MessageProtocol(String text) {
        this.text = text;
    }

    /** Returns the name, as the user reads it. */
    @Override
    public String toString() {
        return text;
    }

    /**
     * Returns the protocol of a name.
     *
     * @throws IllegalArgumentException where there is none
     */
    static MessageProtocol named(String text) {
        for (MessageProtocol protocol : values()) {
            if (protocol.text.equals(text)) {
                return protocol;
            }
        }
        throw new IllegalArgumentException("not a protocol: " + text);
    }
}
