package org.sennit.jcstress.harness;

/**
 * A class of ours with one memory access weakened, and the stress test that must fail on it.
 *
 * @param access the access, all occurrences in its method
 * @param test the stress test, as {@code File.Test}
 * @param effect how else than by a forbidden outcome it may show
 * @param story what goes wrong
 */
record Mutant(Access access, String test, Effect effect, String story) {
    /** How a mutant may show, besides by an outcome that the test forbids. */
    enum Effect {
        /** By an outcome alone. */
        OUTCOME,
        /** A thread of the test waits for ever. */
        HANGS,
        /** The weakened class throws. */
        THROWS
    }

    /** What a mutant does to an access. */
    enum Weakening {
        /** An atomic read-modify-write becomes a plain read and a plain write. */
        NOT_ATOMIC,
        /** An ordered read or write becomes a plain one. */
        PLAIN,
        /** A volatile write becomes a release write: the store-load barrier goes. */
        RELEASE,
        /** The fence goes. */
        NO_FENCE,
        /** The monitor is not taken: all those of the method. */
        NO_MONITOR,
        /** A volatile field becomes a plain one: all its plain reads and writes, in the whole class. */
        PLAIN_FIELD
    }

    Weakening weakening() {
        String mode = access.mode();
        if (access.method().equals(Access.FIELD)) {
            return Weakening.PLAIN_FIELD;
        }
        if (mode.equals(Access.MONITOR)) {
            return Weakening.NO_MONITOR;
        }
        if (mode.endsWith("Fence")) {
            return Weakening.NO_FENCE;
        }
        if (mode.equals("setVolatile")) {
            return Weakening.RELEASE;
        }
        return mode.startsWith("compareAnd") || mode.startsWith("getAnd") ? Weakening.NOT_ATOMIC : Weakening.PLAIN;
    }

    String subject() {
        return access.subject();
    }

    @Override
    public String toString() {
        return access + " " + weakening() + " [" + test + "]";
    }
}
