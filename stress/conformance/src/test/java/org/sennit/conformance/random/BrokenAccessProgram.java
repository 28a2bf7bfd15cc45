package org.sennit.conformance.random;

/**
 * Runs random programs of several processes of this JVM until one fails. Arguments and exit status: as
 * {@link BrokenVariantProgram}.
 */
final class BrokenAccessProgram {
    private BrokenAccessProgram() {}

    public static void main(String[] args) {
        BrokenVariantProgram.run(RandomJob::across, args);
    }
}
