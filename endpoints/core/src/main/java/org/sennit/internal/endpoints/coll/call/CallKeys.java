package org.sennit.internal.endpoints.coll.call;

import java.util.function.ToIntFunction;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;

/**
 * The numbers by which the members know calls of one collective, the last one for each root. Belongs to the thread that
 * drives the endpoint.
 */
final class CallKeys {
    private final CollectiveCall scratch = new CollectiveCall();
    private final CollectiveKind kind;
    private final ToIntFunction<CollectiveCall> keyOf;
    private final int[] bytes;
    private final int[] keys;
    private final boolean[] isKnown;

    /**
     * Makes it for a communicator.
     *
     * @param size the number of its members
     * @param keyOf gives the number of a call
     */
    CallKeys(CollectiveKind kind, int size, ToIntFunction<CollectiveCall> keyOf) {
        this.kind = kind;
        this.keyOf = keyOf;
        this.bytes = new int[size + 1];
        this.keys = new int[size + 1];
        this.isKnown = new boolean[size + 1];
    }

    /**
     * Returns the number of a call.
     *
     * @param length as {@link CollectiveCall#bytes} is meant
     * @param root or {@link CollectiveCall#NO_ROOT}
     */
    int of(int length, int root) {
        int i = root + 1;
        if (bytes[i] != length || !isKnown[i]) {
            scratch.set(kind, length).root = root;
            keys[i] = keyOf.applyAsInt(scratch);
            bytes[i] = length;
            isKnown[i] = true;
        }
        return keys[i];
    }
}
