package org.sennit.lapi;

/** The numbers of the handlers of active messages, the same at all tasks: first the user's, then those of the library. */
final class HandlerNumbers {
    /** Indices of the user's handlers are 1 to TABLE_SIZE − 1. */
    static final int TABLE_SIZE = 1024;

    static final int PUT = TABLE_SIZE;
    static final int PUTV = PUT + 1;
    static final int PUTV_VECTOR = PUT + 2; // header: a part of the target vector
    static final int PUTV_READY = PUT + 3;
    static final int PUTV_DATA = PUT + 4;
    static final int GET = PUT + 5;
    static final int GETV = PUT + 6;
    static final int REPLY = PUT + 7; // the data of a get, or nothing
    static final int VECTOR_GIVEN_UP = PUT + 8;
    static final int MODIFY = PUT + 9;
    static final int PREVIOUS = PUT + 10; // the answer to MODIFY
    static final int WHERE = PUT + 11; // whether the target is in this process
    static final int LIGHTWEIGHT = PUT + 12;
    static final int DROPPED = PUT + 13;
    static final int LIGHTWEIGHT_DROPPED = PUT + 14;
    static final int GETV_VECTOR = PUT + 15; // as PUTV_VECTOR

    private HandlerNumbers() {}

    /** Returns whether a number is an index of the user's. */
    static boolean isIndex(int number) {
        return number > 0 && number < TABLE_SIZE;
    }

    /** Returns the operation that a number belongs to. */
    static LapiOperation operationOf(int number) {
        return number < TABLE_SIZE
                ? LapiOperation.AMSENDV
                : switch (number) {
                    case DROPPED -> LapiOperation.AMSENDV;
                    case PUT -> LapiOperation.PUT;
                    case PUTV, PUTV_VECTOR, PUTV_READY, PUTV_DATA, VECTOR_GIVEN_UP -> LapiOperation.PUTV;
                    case GETV, GETV_VECTOR -> LapiOperation.GETV;
                    case GET, REPLY -> LapiOperation.GET;
                    case LIGHTWEIGHT, LIGHTWEIGHT_DROPPED -> LapiOperation.AM_LW;
                    default -> LapiOperation.RMW;
                };
    }
}
