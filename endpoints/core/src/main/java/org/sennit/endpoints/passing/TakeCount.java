package org.sennit.endpoints.passing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How often memory has been taken, on cache lines apart from what a taker reads: a give writes nothing, and a take only here, so
 * that no line but that of the message crosses when memory goes to and fro.
 */
abstract class TakeCount extends TakeCountPad {
    private static final VarHandle TAKES;

    static {
        try {
            TAKES = MethodHandles.lookup()
                    .findVarHandle(TakeCountPad.class, "takes", int.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused")
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    /** The number of the next take; by the owner. */
    final int nextTake() {
        return (int) TAKES.getOpaque((TakeCountPad) this) + 1;
    }

    /** It has been taken for this time; by the taker. */
    final void countTake(int take) {
        TAKES.setOpaque((TakeCountPad) this, take);
    }

    /** Whether it has been taken so often; a hint for a former giver, who reads nothing else. */
    final boolean isTakenFor(int take) {
        return (int) TAKES.getOpaque((TakeCountPad) this) - take >= 0;
    }
}

/** Padding, and the count behind it. */
abstract class TakeCountPad {
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    // Opaque, by the taker, who is the owner; opaque load by a former giver. It wraps around.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    int takes;
}
