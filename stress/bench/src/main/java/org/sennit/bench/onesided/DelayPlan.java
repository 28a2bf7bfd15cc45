package org.sennit.bench.onesided;

import java.util.List;

/**
 * What {@link DelayProgram} measures. Immutable.
 *
 * @param isBusy whether the target computes as well
 * @param isOfArray whether the window is on an array of the heap, which no other process maps: its accesses and locks
 *     are calls that the target's process executes; else the window has allocated its memory
 * @param rounds accesses of each kind at most; a phase ends after a second
 */
public record DelayPlan(boolean isBusy, boolean isOfArray, int rounds) {
    /** The number of arguments. */
    static final int ARGUMENTS = 3;

    /** Returns the plan as arguments of a program. */
    List<String> arguments() {
        return List.of(Boolean.toString(isBusy), Boolean.toString(isOfArray), Integer.toString(rounds));
    }

    /** Returns the plan of {@link #arguments}. */
    static DelayPlan of(String... arguments) {
        return new DelayPlan(
                Boolean.parseBoolean(arguments[0]), Boolean.parseBoolean(arguments[1]), Integer.parseInt(arguments[2]));
    }
}
