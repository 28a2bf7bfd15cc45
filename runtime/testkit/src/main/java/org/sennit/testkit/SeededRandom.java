package org.sennit.testkit;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Random numbers of a test, which can be had again: the seed is printed when the test fails, and {@code
 * -Dsennit.test.seed=N} repeats the run. Use it as a field with {@code @RegisterExtension}; each test method starts
 * from the seed anew.
 *
 * <p>Threads: one at a time; give each thread of a test a {@link #split} of its own, made before they start, so that
 * what they draw does not depend on who is first.
 */
public final class SeededRandom implements RandomGenerator, BeforeEachCallback, TestExecutionExceptionHandler {
    private final long seed;
    private SplittableRandom generator;

    /** Takes the seed of {@code -Dsennit.test.seed}, otherwise one from the clock. */
    public SeededRandom() {
        this(Long.getLong("sennit.test.seed", System.nanoTime()));
    }

    /**
     * Takes a given seed.
     *
     * @param seed any number
     */
    public SeededRandom(long seed) {
        this.seed = seed;
        this.generator = new SplittableRandom(seed);
    }

    /** Returns the value for {@code -Dsennit.test.seed} that repeats the run. */
    public long seed() {
        return seed;
    }

    /**
     * Returns a generator for another thread, determined by the seed and by the number of earlier calls.
     *
     * @return a new generator with a seed of its own
     */
    public SeededRandom split() {
        return new SeededRandom(nextLong());
    }

    @Override
    public long nextLong() {
        return generator.nextLong();
    }

    /**
     * Returns one of some values, each as likely as another.
     *
     * @param values at least one
     * @param <T> their type
     */
    @SafeVarargs
    public final <T> T oneOf(T... values) {
        return values[nextInt(values.length)];
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        generator = new SplittableRandom(seed);
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        if (!(thrown instanceof TestAbortedException)) { // which skips the case
            System.err.println(context.getDisplayName() + " failed; to repeat it: -Dsennit.test.seed=" + seed);
        }
        throw thrown;
    }
}
