package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sennit.Communicator;

/**
 * Makes a failing program smaller: leaves out what it fails without, and puts the simplest call for each that is left.
 */
final class Shrinker {
    private static final long SHARE_NS = TimeUnit.SECONDS.toNanos(20);
    private static final long HANG_NS = TimeUnit.SECONDS.toNanos(3);

    /** A program that fails by a race need not fail each time. */
    private static final int TRIES = 4;

    private final RandomJob job;
    private final long startNs = System.nanoTime();
    private RandomPlan smallest;
    private Throwable failure;

    private Shrinker(RandomRun run) {
        this.job = run.job();
        this.smallest = run.failed();
        this.failure = run.failure();
    }

    /** The error to report: the smallest failing program that was found, why it fails, and how to have it again. */
    static AssertionError smallest(RandomRun run, Class<?> test) {
        if (run.failed() == null) {
            return new AssertionError("the job of random programs has failed, with " + run.job(), run.failure());
        }
        Shrinker shrinker = new Shrinker(run);
        shrinker.shrink();
        long seed = run.failed().seed();
        return new AssertionError(
                "random program seed=" + seed + " failed, with " + run.job() + "\nto repeat it until it fails: "
                        + RandomProgramsTest.command(test, seed) + "\nthe smallest that fails so: "
                        + shrinker.smallest.text(),
                root(shrinker.failure));
    }

    /** What the library has thrown, or the oracle; the rest says again which program it was. */
    private static Throwable root(Throwable thrown) {
        return thrown.getCause() == null ? thrown : root(thrown.getCause());
    }

    private void shrink() {
        shrinkOne();
        RandomPlan second = smallest.side().secondThread();
        if (second != null) { // that which the other thread runs, too
            RandomPlan first = smallest.with(smallest.side().with(null));
            tryInstead(second.with(second.side().with(first)));
            shrinkOne();
        }
    }

    private void shrinkOne() {
        shrinkSide();
        tryInstead(smallest.once());
        tryInstead(smallest.keeping(m -> m.way() != Way.EXCHANGE));
        tryInstead(smallest.withoutTransfers());
        tryInstead(smallest.keepingCalls(c -> false));
        for (GroupCall one : List.copyOf(smallest.calls())) {
            tryInstead(smallest.keepingCalls(c -> c.id() != one.id()));
        }
        for (int part = smallest.messages().size() / 2; part > 0; part /= 2) {
            leaveOut(part);
        }
        tryInstead(smallest.with(Message::simplest, r -> r));
        tryInstead(smallest.with(m -> m, Receive::simplest));
        for (Message one : List.copyOf(smallest.messages())) {
            tryInstead(smallest.with(
                    m -> m.id() == one.id() ? m.simplest() : m, r -> r.id() == one.id() ? r.simplest() : r));
        }
    }

    private void shrinkSide() {
        RandomPlan second = smallest.side().secondThread();
        if (second != null) {
            tryInstead(smallest.with(smallest.side().with(null)));
            tryInstead(second);
        }
        tryInstead(smallest.with(smallest.side().withoutParcels()));
        tryInstead(smallest.with(smallest.side().withoutGeneralized()));
        tryInstead(smallest.with(smallest.side().keepingPhases(phase -> false)));
        for (Phase one : List.copyOf(smallest.side().phases())) {
            tryInstead(smallest.with(smallest.side().keepingPhases(phase -> phase.id() != one.id())));
        }
    }

    /** Leaves out a number of messages at a time, as long as the rest still fails. */
    private void leaveOut(int part) {
        List<Message> all = new ArrayList<>(smallest.messages());
        all.removeIf(m -> m.way() == Way.EXCHANGE);
        for (int i = 0; i + part <= all.size(); i += part) {
            List<Message> out = all.subList(i, i + part);
            tryInstead(smallest.keeping(m -> out.stream().noneMatch(o -> o.id() == m.id())));
        }
    }

    private void tryInstead(RandomPlan candidate) {
        for (int i = 0; i < TRIES && System.nanoTime() - startNs < SHARE_NS; i++) {
            Throwable thrown = RandomRun.failureOf(
                    job,
                    endpoint -> {
                        try (Communicator copy = endpoint.world().duplicate()) {
                            RandomProgram.runOne(candidate, endpoint.world(), copy);
                        }
                    },
                    () -> 0,
                    HANG_NS);
            if (thrown != null) {
                smallest = candidate;
                failure = thrown;
                return;
            }
        }
    }
}
