package org.sennit.internal.endpoints.coll.call;

import java.util.function.ToIntFunction;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;

/**
 * The tokens, or the signatures of messages, of the calls of one collective; for each root those of some lengths are
 * kept. Belongs to the thread that drives the endpoint. Allocates with the first call, and where it has to ask.
 */
final class CallKeys {
    private static final int LENGTHS_BITS = 5;

    /** Lengths kept for a root; of those that meet in one place the last one. */
    private static final int LENGTHS = 1 << LENGTHS_BITS;

    /**
     * Found by trial: the powers of two up to 16 KiB have places of their own, and so have the first 16 multiples of 8,
     * 256 and 1024 bytes.
     */
    private static final int MULTIPLIER = 0x1077_9EEF;

    private final CollectiveCall scratch = new CollectiveCall();
    private final CollectiveKind kind;
    private final ToIntFunction<CollectiveCall> keyOf;
    private final int places;
    private int[] lengths; // plus one, 0: none; null before the first call
    private int[] keys;

    /**
     * Makes it for a communicator.
     *
     * @param size the number of its members
     * @param keyOf gives the token or the signature of a call
     */
    CallKeys(CollectiveKind kind, int size, ToIntFunction<CollectiveCall> keyOf) {
        this.kind = kind;
        this.keyOf = keyOf;
        this.places = (size + 1) * LENGTHS;
    }

    /**
     * Returns the token or the signature of a call.
     *
     * @param length as {@link CollectiveCall#bytes} is meant
     * @param root or {@link CollectiveCall#NO_ROOT}
     */
    int of(int length, int root) {
        int place = (root + 1) * LENGTHS + placeOf(length);
        return lengths != null && lengths[place] == length + 1 ? keys[place] : ask(place, length, root);
    }

    private static int placeOf(int length) {
        return length * MULTIPLIER >>> Integer.SIZE - LENGTHS_BITS;
    }

    private int ask(int place, int length, int root) {
        scratch.set(kind, length).root = root;
        int key = keyOf.applyAsInt(scratch);
        if (lengths == null) {
            keys = new int[places];
            lengths = new int[places];
        }
        keys[place] = key;
        lengths[place] = length + 1;
        return key;
    }
}
