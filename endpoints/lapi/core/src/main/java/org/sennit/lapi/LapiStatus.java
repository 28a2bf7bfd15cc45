package org.sennit.lapi;

/**
 * The return codes with their numbers. (lapi.h) No call reports OP_SZ, whose mistake the types exclude: {@link
 * Lapi#rmw} is for 4 bytes, {@link Lapi#rmw64} for 8.
 */
public enum LapiStatus {
    /** The call has done what it should. */
    SUCCESS(0, "the call has succeeded"),
    /** The header handler is null: index 0, or an index at which the target has registered no handler. */
    HDR_HNDLR_NULL(409, "the header handler is null"),
    /** The handle is not initialized, or has been terminated. */
    HNDL_INVALID(417, "the handle is not initialized or has been terminated"),
    /** The array or object for the result of a call is null. */
    RET_PTR_NULL(418, "the place for the result is null"),
    /** The index lies outside the table of addresses. */
    ADDR_HNDL_RANGE(419, "the index lies outside the table of addresses"),
    /** The table for exchanged addresses is null or of another length than there are tasks. */
    ADDR_TBL_NULL(420, "the table of addresses is null or of a wrong length"),
    /** The target has been purged, before the call or while it was waiting. */
    TGT_PURGED(421, "the target has been purged"),
    /** Another thread waits for the counter. */
    MULTIPLE_WAITERS(422, "another thread waits for the counter"),
    /** The memory at the origin is null, but the length is not 0. */
    ORG_ADDR_NULL(425, "the origin address is null, but the length is not 0"),
    /** The address at the target is null, or names no memory there, but the length is not 0. */
    TGT_ADDR_NULL(426, "the target address is null or names no memory there"),
    /** The length is negative, greater than the longest message, or does not lie in the memory. */
    DATA_LEN(427, "the length is greater than the longest message or than the memory"),
    /** The target is outside the tasks of the job. */
    TGT(428, "the target is outside the tasks of the job"),
    /** The user header is null, but its length is not 0. */
    UHDR_NULL(429, "the user header is null, but its length is not 0"),
    /** The length of the user header is no multiple of a doubleword, or greater than the longest header. */
    UHDR_LEN(430, "the length of the user header is no multiple of 8 or greater than the longest header"),
    /** The length of the header of a lightweight message is no multiple of a doubleword. */
    HDR_LEN(431, "the length of the header is no multiple of 8"),
    /** Stride times blocks of the origin vector is greater than the longest message. */
    ORG_EXTENT(432, "the extent of the origin vector is greater than the longest message"),
    /** The stride of the origin vector is less than its block. */
    ORG_STRIDE(433, "the stride of the origin vector is less than its block"),
    /** An address of the origin vector is null, but its length is not 0, or the length does not lie in the memory. */
    ORG_VEC_ADDR(440, "an address of the origin vector is null, but its length is not 0"),
    /** The lengths of the origin vector add up to more than the longest message. */
    ORG_VEC_LEN(441, "the origin vector is longer than the longest message"),
    /** The origin vector is null. */
    ORG_VEC_NULL(442, "the origin vector is null"),
    /** The kind of the origin vector is not valid. */
    ORG_VEC_TYPE(443, "the kind of the origin vector is not valid"),
    /** The base of a strided origin vector is null. */
    STRIDE_ORG_VEC_ADDR_NULL(444, "the base of the strided origin vector is null"),
    /** The base of a strided target vector is null. */
    STRIDE_TGT_VEC_ADDR_NULL(445, "the base of the strided target vector is null"),
    /** Stride times blocks of the target vector is greater than the longest message. */
    TGT_EXTENT(446, "the extent of the target vector is greater than the longest message"),
    /** The stride of the target vector is less than its block. */
    TGT_STRIDE(447, "the stride of the target vector is less than its block"),
    /** An address of the target vector is null or names no memory, but its length is not 0, or is not in the memory. */
    TGT_VEC_ADDR(448, "an address of the target vector is null or names no memory, but its length is not 0"),
    /** The lengths of the target vector add up to more than the longest message. */
    TGT_VEC_LEN(449, "the target vector is longer than the longest message"),
    /** The target vector is null. */
    TGT_VEC_NULL(451, "the target vector is null"),
    /** The kind of the target vector is not valid. */
    TGT_VEC_TYPE(452, "the kind of the target vector is not valid"),
    /** Origin and target vector have different numbers of pieces. */
    VEC_NUM_DIFF(453, "origin and target vector have different numbers of pieces"),
    /** Origin and target vector are of different kinds. */
    VEC_TYPE_DIFF(454, "origin and target vector are of different kinds"),
    /** A piece, or the blocks, of origin and target vector have different lengths. */
    VEC_LEN_DIFF(455, "origin and target vector have pieces of different lengths"),
    /** The place for information on a message is null. */
    MSG_INFO_NULL(456, "the place for information on the message is null"),
    /** The counter is null. */
    CNTR_NULL(458, "the counter is null"),
    /** The value for a counter is wrong. */
    CNTR_VAL(459, "the value for the counter is wrong"),
    /** There is no such query, or it cannot be set. */
    QUERY_TYPE(460, "there is no such query"),
    /** The input of a read-modify-write is null or too short. */
    IN_VAL_NULL(461, "the input value is null"),
    /** There is no such read-modify-write operation. */
    RMW_OP(462, "there is no such read-modify-write operation"),
    /** The variable at the target is null, or names no memory there. */
    TGT_VAR_NULL(463, "the variable at the target is null or names no memory there"),
    /** The value cannot be set. */
    SET_VAL(464, "the value cannot be set"),
    /** The size of an operand is neither 4 nor 8 bytes; not reported. */
    OP_SZ(474, "the size of the operand is wrong"),
    /** There is no such transfer command. */
    XFER_CMD(476, "there is no such transfer command"),
    /** A completion handler with the flag SEND_REPLY sends to another task than the origin of its message. */
    INVALID_SEND_REPLY_TGT(501, "a handler that replies sends to another task than its origin"),
    /** A handler has thrown an exception; has no number in LAPI, whose handlers cannot. */
    HANDLER_FAILED(10_001, "a handler has thrown an exception"),
    /** The origin of a message has failed, or has given it up, before its data was complete; has no number in LAPI. */
    ORIGIN_FAILED(10_002, "the origin has failed or has given the message up"),
    /**
     * Memory, a header or a vector was used again or changed before the counter of its operation moved, in checked
     * mode; has no number in LAPI, which does not look.
     */
    USED_EARLY(10_003, "memory or a vector was used again before its counter moved"),
    /** A header handler has waited, which only completion handlers may, in checked mode; has no number in LAPI. */
    HANDLER_BLOCKED(10_004, "a header handler has waited, which only a completion handler may");

    private final int code;
    private final String text;

    LapiStatus(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /**
     * Returns the number of the code.
     *
     * @return 0 for success
     */
    public int code() {
        return code;
    }

    /**
     * Returns the text of the code.
     *
     * @return the name as LAPI writes it, and a few words
     */
    public String text() {
        return (this == SUCCESS ? "LAPI_SUCCESS" : "LAPI_ERR_" + name()) + ": " + text;
    }

    /**
     * Returns the status of a number.
     *
     * @param code the number
     * @return the status, or null when there is none of this number
     */
    public static LapiStatus of(int code) {
        for (LapiStatus status : values()) {
            if (status.code == code) {
                return status;
            }
        }
        return null;
    }
}
