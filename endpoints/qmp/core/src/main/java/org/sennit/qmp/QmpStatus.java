package org.sennit.qmp;

/** The status codes with their numbers. (QMP_status_t) */
public enum QmpStatus {
    /** The call has succeeded. */
    SUCCESS(0, "success"),
    /** An error that no other code describes. */
    ERROR(0x1001, "error"),
    /** QMP is not initialized, or has been finalized. */
    NOT_INITED(0x1002, "QMP is not initialized"),
    /** The environment of the run is wrong. */
    RTENV_ERR(0x1003, "error in the runtime environment"),
    /** Nothing could be learned about the processor. */
    CPUINFO_ERR(0x1004, "no information on the processor"),
    /** Nothing could be learned about the nodes. */
    NODEINFO_ERR(0x1005, "no information on the nodes"),
    /** Memory has run out; the same call may succeed later. */
    NOMEM_ERR(0x1006, "out of memory"),
    /** A size, count or alignment of memory is wrong. */
    MEMSIZE_ERR(0x1007, "wrong size of memory"),
    /** The name of the host is not known. */
    HOSTNAME_ERR(0x1008, "host name not known"),
    /** A service could not be started. */
    INITSVC_ERR(0x1009, "service could not be initialized"),
    /** The logical topology, or the layout of the lattice, has been declared before. */
    TOPOLOGY_EXISTS(0x100A, "logical topology exists already"),
    /** A channel did not complete in time. */
    CH_TIMEOUT(0x100B, "channel timed out"),
    /** The call is not supported here. */
    NOTSUPPORTED(0x100C, "not supported"),
    /** The service is busy. */
    SVC_BUSY(0x100D, "service busy"),
    /** The handle, or the message that has come, is not valid. */
    BAD_MESSAGE(0x100E, "bad message"),
    /** An argument is wrong. */
    INVALID_ARG(0x100F, "invalid argument"),
    /** The topology does not fit the machine or the lattice. */
    INVALID_TOPOLOGY(0x1010, "invalid topology"),
    /** There are no neighbors: no logical topology, or no such axis. */
    NONEIGHBOR_INFO(0x1011, "no information on neighbors"),
    /** The size goes beyond the memory. */
    MEMSIZE_TOOBIG(0x1012, "size larger than the memory"),
    /** The memory is missing, freed, or of a kind that cannot be used. */
    BAD_MEMORY(0x1013, "bad memory"),
    /** There are no more channels. */
    NO_PORTS(0x1014, "no more ports"),
    /** The node number is outside the machine. */
    NODE_OUTRANGE(0x1015, "node number out of range"),
    /** The channel is declared wrongly. */
    CHDEF_ERR(0x1016, "wrong channel definition"),
    /** The memory is used by a handle. */
    MEMUSED_ERR(0x1017, "memory in use"),
    /** The state of the handle forbids the call, such as a start while it is active. */
    INVALID_OP(0x1018, "invalid operation"),
    /** The time has passed; the operation is active still, and the same wait may succeed later. */
    TIMEOUT(0x1019, "timed out");

    private final int code;
    private final String text;

    QmpStatus(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /**
     * Returns the number of the code.
     *
     * @return 0 for success, else 0x1001 to 0x1019
     */
    public int code() {
        return code;
    }

    /**
     * Returns the text of the code.
     *
     * @return a few words
     */
    public String text() {
        return text;
    }

    /**
     * Returns the status of a number.
     *
     * @param code the number
     * @return the status, or null when there is none of this number
     */
    public static QmpStatus of(int code) {
        for (QmpStatus status : values()) {
            if (status.code == code) {
                return status;
            }
        }
        return null;
    }
}
