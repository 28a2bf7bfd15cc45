package org.sennit.opi.check;

import java.util.BitSet;

/**
 * The effect of a method on the ownership of its arguments.
 *
 * @param consumesReceiver whether the object it is called on is gone afterwards
 * @param consumed numbers of the parameters whose arguments are gone afterwards
 * @param isVarArgs whether the last parameter takes all arguments from its place on
 * @param parameters their number
 * @param isBorrowed whether what it returns is a view of the object it is called on
 */
record Contract(boolean consumesReceiver, BitSet consumed, boolean isVarArgs, int parameters, boolean isBorrowed) {
    boolean consumesAnything() {
        return consumesReceiver || !consumed.isEmpty();
    }

    /** Returns whether the argument at this place, from 0, is gone after the call. */
    boolean consumes(int argument) {
        return consumed.get(isVarArgs ? Math.min(argument, parameters - 1) : argument);
    }
}
