package org.sennit.conformance.random;

import org.sennit.conformance.behaviours.ReturnInfoRun;

/**
 * Runs the behaviours of the return information of LAPI until one fails. Arguments: as {@link BrokenVariantRun} gives
 * them, without effect.
 */
final class BrokenReturnInfoProgram {
    private BrokenReturnInfoProgram() {}

    public static void main(String[] args) {
        try {
            ReturnInfoRun.run();
        } catch (RuntimeException | Error e) {
            System.out.println(BrokenVariantProgram.CAUGHT + "1: " + e.getMessage());
            System.exit(1);
        }
        System.exit(0);
    }
}
