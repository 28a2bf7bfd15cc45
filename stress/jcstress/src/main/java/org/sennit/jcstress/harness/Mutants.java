package org.sennit.jcstress.harness;

import static org.sennit.jcstress.harness.Mutant.Weakening.NOT_ATOMIC;
import static org.sennit.jcstress.harness.Mutant.Weakening.PLAIN;
import static org.sennit.jcstress.harness.Mutant.notShown;
import static org.sennit.jcstress.harness.Mutant.shown;

import java.util.ArrayList;
import java.util.List;

/**
 * The weakened classes: for every ordered access of a lock-free class one mutant, with the test that catches it, or the
 * reason why this processor cannot show it. A new ordered access in a class comes with its mutant here.
 */
final class Mutants {
    private static final String X86_KEEPS_THE_ORDER =
            "x86 keeps loads in order and stores in order, and the compiler does not swap these two";

    private Mutants() {}

    static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>();
        all.addAll(ofMcsLock());
        return all;
    }

    private static List<Mutant> ofMcsLock() {
        String lock = "org.sennit.runtime.concurrent.McsLock";
        return List.of(
                shown(
                        lock,
                        "acquire",
                        "getAndSet",
                        NOT_ATOMIC,
                        "McsLockStress.MutualExclusion",
                        "two threads find the queue empty, both are in"),
                shown(
                        lock,
                        "tryAcquire",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "McsLockStress.TryAcquire",
                        "it finds the queue empty while another enters, both are in"),
                shown(
                        lock,
                        "release",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "McsLockStress.NodesAreReused",
                        "it cuts off a thread that has just queued, which waits for ever"),
                shown(
                        lock,
                        "release",
                        "getAndSet",
                        NOT_ATOMIC,
                        "McsLockStress.ParkedWaiter",
                        "it reads that the waiter spins, the waiter parks, nobody wakes it"),
                shown(
                        lock,
                        "parkUntilGranted",
                        "compareAndSet",
                        NOT_ATOMIC,
                        "McsLockStress.ParkedWaiter",
                        "it overwrites the grant and waits for ever"),
                notShown(
                        lock,
                        "isGranted",
                        "getAcquire",
                        PLAIN,
                        "McsLockStress.HandOver",
                        X86_KEEPS_THE_ORDER + "; the pause in the loop keeps the read in the loop"),
                notShown(lock, "awaitGrant", "setRelease", PLAIN, "McsLockStress.MutualExclusion", X86_KEEPS_THE_ORDER),
                notShown(lock, "release", "getAcquire", PLAIN, "McsLockStress.MutualExclusion", X86_KEEPS_THE_ORDER),
                notShown(
                        lock,
                        "awaitSuccessor",
                        "getAcquire",
                        PLAIN,
                        "McsLockStress.NodesAreReused",
                        X86_KEEPS_THE_ORDER + "; the pause in the loop keeps the read in the loop"),
                notShown(lock, "tryAcquire", "getOpaque", PLAIN, "McsLockStress.TryAcquire", "a hint, read once"),
                notShown(
                        lock,
                        "isLast",
                        "getVolatile",
                        PLAIN,
                        "McsLockStress.FirstComeFirstServed",
                        X86_KEEPS_THE_ORDER));
    }
}
