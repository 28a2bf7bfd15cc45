package org.sennit.bench.jmh;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.spi.context.RuntimeContext;

/** Uncontended lock and unlock: the MCS lock beside the JDK's. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LockBenchmark {
    private final McsLock mcs = new McsLock(RuntimeContext.system());
    private final McsLock.Node node = new McsLock.Node();
    private final ReentrantLock reentrant = new ReentrantLock();
    private int guarded;

    /**
     * Returns the lock of the match queue.
     *
     * @return what it guards
     */
    @Benchmark
    public int mcsLock() {
        mcs.acquire(node);
        int value = ++guarded;
        mcs.release(node);
        return value;
    }

    /** Returns the JDK's reentrant lock. */
    @Benchmark
    public int reentrantLock() {
        reentrant.lock();
        try {
            return ++guarded;
        } finally {
            reentrant.unlock();
        }
    }
}
