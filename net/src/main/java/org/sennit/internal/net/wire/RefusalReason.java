package org.sennit.internal.net.wire;

/** The reason for REFUSED, which carries its code. */
public enum RefusalReason {
    /** The listener belongs to another job. */
    OTHER_JOB(1, "the process that listens there belongs to another job"),
    /** The listener is another process. */
    OTHER_PROCESS(2, "another process listens there"),
    /** The process calls itself what it cannot be. */
    OWN_NUMBER(3, "the number of this process is no number for a peer of it"),
    /** The peer has the card of another incarnation of the process. */
    OTHER_INCARNATION(4, "it knows another incarnation of this process"),
    /** The process has been reported dead to the peer. */
    TAKEN_FOR_DEAD(5, "it has been told that this process is dead");

    private final int code;
    private final String text;

    RefusalReason(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** Returns the reason for a person, part of a sentence, which is the same whatever the peer has sent. */
    public String text() {
        return text;
    }

    int code() {
        return code;
    }

    /**
     * Reads a code.
     *
     * @param code any number
     * @return the reason; null for a code that is none
     */
    static RefusalReason of(int code) {
        for (RefusalReason refusal : values()) {
            if (refusal.code == code) {
                return refusal;
            }
        }
        return null;
    }
}
