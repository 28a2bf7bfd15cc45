package org.sennit.bench.onesided;

import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongConsumer;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.Window;

/**
 * Accesses of one endpoint to the memory of another one of the same JVM, which makes no call meanwhile, beside the bare
 * access to the same memory. Nanoseconds a call, median and least of the batches; all have run before the first is timed, so
 * that each meets code that has seen the others.
 */
public final class AccessSpeed {
    private static final VarHandle LONGS =
            MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private static final int PLACES = 1 << 10; // elements of 8 bytes, in the first-level cache
    private static final int LARGE = 1 << 17; // elements: 1 MiB
    private static final int CALLS = 20_000;
    private static final int CALLS_OF_LARGE = 20;
    private static final int WARM_UP_BATCHES = 20;

    private final int batches;
    private final PrintStream out;

    /**
     * A run that has not begun.
     *
     * @param batches how many timed batches of each figure
     * @param out receives the table
     */
    public AccessSpeed(int batches, PrintStream out) {
        this.batches = batches;
        this.out = out;
    }

    /** One line of the table: what is called, and the bare access; both get the number of the call. */
    private record Case(String name, int bytes, int calls, LongConsumer call, LongConsumer bare) {}

    /** Measures all and prints the table. Blocks. */
    public void run() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            boolean isTarget = world.rank() == 1;
            long[] array = new long[isTarget ? LARGE : 0];
            try (Window onArray = world.createWindow(array);
                    Window allocated = world.allocateWindow(isTarget ? 8L * LARGE : 0, 8)) {
                if (!isTarget) {
                    onArray.lockAll();
                    allocated.lockAll();
                    print(onArray, allocated);
                    allocated.unlockAll();
                    onArray.unlockAll();
                }
            }
        });
    }

    private void print(Window onArray, Window allocated) {
        Case[] ofArray = onArray(onArray);
        Case[] ofAllocated = allocated(allocated);
        for (Case each : ofArray) {
            warmUp(each);
        }
        for (Case each : ofAllocated) {
            warmUp(each);
        }
        out.printf("# one JVM, uncontended, ns a call: median and least of %d batches%n", batches);
        out.printf("%-34s %8s %10s %10s %10s %10s%n", "# call", "bytes", "window", "least", "bare", "least");
        print("array", ofArray);
        print("allocated", ofAllocated);
    }

    private void print(String memory, Case[] cases) {
        for (Case each : cases) {
            double[] call = times(each.calls, each.call);
            double[] bare = times(each.calls, each.bare);
            out.printf(
                    Locale.ROOT,
                    "%-34s %8d %10.1f %10.1f %10.1f %10.1f%n",
                    each.name + ", " + memory,
                    each.bytes,
                    call[0],
                    call[1],
                    bare[0],
                    bare[1]);
        }
    }

    private void warmUp(Case each) {
        for (int i = 0; i < WARM_UP_BATCHES; i++) {
            batch(each.calls, each.call);
            batch(each.calls, each.bare);
        }
    }

    /** Median and least time of a call. */
    private double[] times(int calls, LongConsumer call) {
        double[] ns = new double[batches];
        for (int i = 0; i < batches; i++) {
            ns[i] = batch(calls, call);
        }
        Arrays.sort(ns);
        return new double[] {ns[batches / 2], ns[0]};
    }

    private static double batch(int calls, LongConsumer call) {
        long before = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            call.accept(i);
        }
        return (double) (System.nanoTime() - before) / calls;
    }

    private static Case[] onArray(Window window) {
        long[] memory = new long[LARGE];
        long[] one = {1};
        long[] zero = {0};
        long[] old = new long[1];
        long[] large = new long[LARGE];
        return new Case[] {
            new Case("put", 8, CALLS, i -> window.put(one, 1, i % PLACES), i -> memory[(int) (i % PLACES)] = one[0]),
            new Case("get", 8, CALLS, i -> window.get(old, 1, i % PLACES), i -> old[0] = memory[(int) (i % PLACES)]),
            new Case(
                    "accumulate SUM",
                    8,
                    CALLS,
                    i -> window.accumulate(one, 1, i % PLACES, Operation.SUM),
                    i -> add(memory, i, one[0])),
            new Case(
                    "fetch-and-op SUM",
                    8,
                    CALLS,
                    i -> window.fetchAndOp(one, old, 1, i % PLACES, Operation.SUM),
                    i -> old[0] = add(memory, i, one[0])),
            new Case(
                    "compare-and-swap",
                    8,
                    CALLS,
                    i -> window.compareAndSwap(zero, zero, old, 1, i % PLACES),
                    i -> old[0] = (long) LONGS.compareAndExchange(memory, (int) (i % PLACES), zero[0], zero[0])),
            new Case(
                    "put",
                    8 * LARGE,
                    CALLS_OF_LARGE,
                    i -> window.put(large, 1, 0),
                    i -> System.arraycopy(large, 0, memory, 0, LARGE)),
            new Case(
                    "get",
                    8 * LARGE,
                    CALLS_OF_LARGE,
                    i -> window.get(large, 1, 0),
                    i -> System.arraycopy(memory, 0, large, 0, LARGE))
        };
    }

    private static long add(long[] memory, long i, long more) {
        return (long) LONGS.getAndAdd(memory, (int) (i % PLACES), more);
    }

    private static Case[] allocated(Window window) {
        MemorySegment memory = window.shared(1);
        long[] one = {1};
        long[] zero = {0};
        long[] old = new long[1];
        return new Case[] {
            new Case(
                    "put",
                    8,
                    CALLS,
                    i -> window.put(one, 1, i % PLACES),
                    i -> memory.setAtIndex(ValueLayout.JAVA_LONG, i % PLACES, one[0])),
            new Case(
                    "get",
                    8,
                    CALLS,
                    i -> window.get(old, 1, i % PLACES),
                    i -> old[0] = memory.getAtIndex(ValueLayout.JAVA_LONG, i % PLACES)),
            new Case(
                    "fetch-and-op SUM",
                    8,
                    CALLS,
                    i -> window.fetchAndOp(one, old, 1, i % PLACES, Operation.SUM),
                    i -> old[0] = (long) WORDS.getAndAdd(memory, i % PLACES << 3, one[0])),
            new Case(
                    "compare-and-swap",
                    8,
                    CALLS,
                    i -> window.compareAndSwap(zero, zero, old, 1, i % PLACES),
                    i -> old[0] = (long) WORDS.compareAndExchange(memory, i % PLACES << 3, zero[0], zero[0]))
        };
    }
}
