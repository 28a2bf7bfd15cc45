package org.sennit.lapi;

import java.util.function.Consumer;
import org.sennit.active.ActiveMessages;

/**
 * The numbers of the handlers of active messages, the same at all tasks: first those of the library. Behind them each
 * index of the user's has a number for each operation that names it, so that the target knows the kind of operation by
 * the number that a message has anyway.
 */
final class HandlerNumbers {
    static final int PUT = 0;
    static final int PUTV = 1;
    static final int PUTV_VECTOR = 2; // header: a part of the target vector
    static final int PUTV_READY = 3;
    static final int PUTV_DATA = 4;
    static final int GET = 5;
    static final int GETV = 6;
    static final int REPLY = 7; // the data of a get, or nothing
    static final int PUTV_GIVEN_UP = 8; // its vector is of no use
    static final int MODIFY = 9;
    static final int PREVIOUS = 10; // the answer to MODIFY
    static final int WHERE = 11; // whether the target is in this process
    static final int LIGHTWEIGHT = 12;
    static final int LIGHTWEIGHT_DROPPED = 13;
    static final int GETV_VECTOR = 14; // as PUTV_VECTOR
    static final int RDMA_PUT = 15;
    static final int RDMA_GET = 16;
    static final int RDMA_REPLY = 17; // as REPLY
    static final int GETV_REPLY = 18; // as REPLY
    static final int GETV_GIVEN_UP = 19; // as PUTV_GIVEN_UP
    private static final int DROPPED = 20; // of the first operation; the others follow

    /** First number of the user's handlers. */
    private static final int FIRST = 32;

    /** The operations that name a handler of the user's. */
    private static final LapiOperation[] NAMING = {
        LapiOperation.AMSENDV, LapiOperation.AMSEND, LapiOperation.MULTICAST, LapiOperation.DGSP
    };

    private static final int KINDS = NAMING.length;

    /** Indices of the user's handlers are 1 to TABLE_SIZE − 1. */
    static final int TABLE_SIZE = (ActiveMessages.MAX_HANDLER + 1 - FIRST) / KINDS;

    private HandlerNumbers() {}

    /** Returns whether a number is an index of the user's. */
    static boolean isIndex(int number) {
        return number > 0 && number < TABLE_SIZE;
    }

    /** Returns the number by which an operation names a handler of the user's. */
    static int of(LapiOperation operation, int index) {
        return FIRST + index * KINDS + kind(operation);
    }

    /** Returns the number by which the task itself repeats a message of such an operation that has been dropped. */
    static int dropped(LapiOperation operation) {
        return operation == LapiOperation.AM_LW ? LIGHTWEIGHT_DROPPED : DROPPED + kind(operation);
    }

    private static int kind(LapiOperation operation) {
        for (int kind = 0; kind < KINDS; kind++) {
            if (NAMING[kind] == operation) {
                return kind;
            }
        }
        throw new IllegalArgumentException("names no handler: operation=" + operation);
    }

    /** Does something for each operation that names a handler of the user's. */
    static void forEachNaming(Consumer<LapiOperation> action) {
        for (LapiOperation operation : NAMING) {
            action.accept(operation);
        }
    }

    /** Returns whether a number is that of a handler of the user's. */
    static boolean isOfUser(int number) {
        return number >= FIRST;
    }

    /** Returns the index of a handler of the user's. */
    static int indexOf(int number) {
        return (number - FIRST) / KINDS;
    }

    /** Returns the operation that a number belongs to. */
    static LapiOperation operationOf(int number) {
        if (isOfUser(number)) {
            return NAMING[(number - FIRST) % KINDS];
        }
        if (number >= DROPPED && number < DROPPED + KINDS) {
            return NAMING[number - DROPPED];
        }
        return switch (number) {
            case PUT -> LapiOperation.PUT;
            case PUTV, PUTV_VECTOR, PUTV_READY, PUTV_DATA, PUTV_GIVEN_UP -> LapiOperation.PUTV;
            case GETV, GETV_VECTOR, GETV_REPLY, GETV_GIVEN_UP -> LapiOperation.GETV;
            case GET, REPLY -> LapiOperation.GET;
            case RDMA_PUT, RDMA_GET, RDMA_REPLY -> LapiOperation.RDMA;
            case LIGHTWEIGHT, LIGHTWEIGHT_DROPPED -> LapiOperation.AM_LW;
            default -> LapiOperation.RMW;
        };
    }
}
