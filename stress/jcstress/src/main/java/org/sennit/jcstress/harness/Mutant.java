package org.sennit.jcstress.harness;

/**
 * A class of ours with one memory access weakened, and the stress test that must fail on it.
 *
 * @param subject the name of the class
 * @param method the method in which the access stands
 * @param access the access mode of the VarHandle, the name of the fence, or that of the field; of a monitor {@code synchronized}
 * @param occurrence which of several such accesses in the method, from 0
 * @param weakening what is done to it
 * @param test the stress test, as {@code File.Test} below {@code org.sennit.jcstress}
 * @param isShownOnX86 whether this processor and this compiler can show the difference; where not, the test cannot fail
 *     here, and the access is left to the model check
 * @param effect how else than by a forbidden outcome it may show
 * @param story what goes wrong, or why it cannot be seen
 */
record Mutant(
        String subject,
        String method,
        String access,
        int occurrence,
        Weakening weakening,
        String test,
        boolean isShownOnX86,
        Effect effect,
        String story) {

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

    /** How a mutant may show, besides by an outcome that the test forbids. */
    enum Effect {
        /** By an outcome alone. */
        OUTCOME,
        /** A thread waits for ever inside the weakened class. */
        HANGS,
        /** The weakened class throws. */
        THROWS
    }

    static Mutant shown(String subject, String method, String access, Weakening weakening, String test, String story) {
        return new Mutant(subject, method, access, 0, weakening, test, true, Effect.OUTCOME, story);
    }

    static Mutant notShown(
            String subject, String method, String access, Weakening weakening, String test, String story) {
        return new Mutant(subject, method, access, 0, weakening, test, false, Effect.OUTCOME, story);
    }

    /** The same mutant, of a later access of that kind in the method. */
    Mutant at(int index) {
        return new Mutant(subject, method, access, index, weakening, test, isShownOnX86, effect, story);
    }

    /** The same mutant, by which a thread waits for ever. */
    Mutant hanging() {
        return new Mutant(subject, method, access, occurrence, weakening, test, isShownOnX86, Effect.HANGS, story);
    }

    /** The same mutant, by which the class throws. */
    Mutant throwing() {
        return new Mutant(subject, method, access, occurrence, weakening, test, isShownOnX86, Effect.THROWS, story);
    }

    @Override
    public String toString() {
        String simpleName = subject.substring(subject.lastIndexOf('.') + 1);
        return simpleName + "." + method + ", " + access + " " + occurrence + ": " + weakening + " [" + test + "]";
    }
}
