package org.sennit.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes commands heed Ctrl-C. A shell lets what it runs in the background ignore the interrupt; tests that run so would
 * hand that on to all that they start.
 */
public final class Interruptible {
    private Interruptible() {}

    /** Returns the command behind one that restores the interrupt and then becomes it, with the same process id. */
    public static List<String> of(List<String> command) {
        List<String> all = new ArrayList<>(List.of("env", "--default-signal=INT"));
        all.addAll(command);
        return all;
    }
}
