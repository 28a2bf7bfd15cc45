package org.sennit.ownership;

import java.util.TreeMap;
import org.sennit.internal.opi.pool.Block;
import org.sennit.internal.runtime.trace.CallSite;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The state of checked mode for one pool: the buffers in use, where they were allocated, and the thread that may use
 * them. Any thread may call, since any may misuse a buffer.
 */
final class OwnershipCheck {
    private static final int MOST_PLACES = 10;

    private final PoolBuffers pool;
    private final boolean isOfMany; // whether several threads share the endpoint
    private final int sampling;
    private final Places places;

    // Volatile: read by any thread that uses a buffer, set by the one that drives the endpoint.
    private volatile Thread driver;

    // Guarded by this.
    private CheckedBuffer newest; // of the buffers in use
    private long allocations;
    private boolean isAbandonmentTold;

    OwnershipCheck(PoolBuffers pool, boolean isOfMany, Places places) {
        this.pool = pool;
        this.isOfMany = isOfMany;
        this.places = places;
        this.sampling = pool.options().sampling();
    }

    PoolBuffers pool() {
        return pool;
    }

    boolean isOfMany() {
        return isOfMany;
    }

    Places places() {
        return places;
    }

    void claim() {
        driver = Thread.currentThread();
    }

    /** Begins an operation of the pool; throws, without effect, when another thread drives the endpoint. */
    void enter(String operation) {
        if (driver == null && !isOfMany) {
            claim();
        }
        if (!isDriver()) {
            throw new SennitException(
                    ErrorClass.BUFFER,
                    "a pool used by a thread that does not drive its endpoint (claim() hands it over): operation="
                            + operation + " at=" + places.of(operation).place() + " " + threads() + " "
                            + pool.describe());
        }
    }

    /** Returns whether the calling thread may use buffers. */
    boolean isDriver() {
        Thread known = driver;
        return isOfMany || known == Thread.currentThread();
    }

    String threads() {
        Thread known = driver;
        return "thread=" + Thread.currentThread().getName() + " owner=" + (known == null ? "none" : known.getName());
    }

    /** Throws when a buffer is of another pool. */
    void ours(OwnedBuffer buffer, String operation) {
        if (buffer.pool() != pool) {
            throw new SennitException(
                    ErrorClass.BUFFER,
                    "a buffer of another pool: operation=" + operation + " at="
                            + places.of(operation).place() + " " + pool.describe() + " owner="
                            + buffer.pool().describe() + " " + buffer.describe());
        }
    }

    /** Makes a handle. */
    CheckedBuffer hold(Block block, long length, String operation) {
        if (driver == null && !isOfMany) {
            claim();
        }
        synchronized (this) {
            boolean isSampled = allocations++ % sampling == 0;
            CheckedBuffer buffer = new CheckedBuffer(this, block, length, isSampled ? places.of(operation) : null);
            buffer.older = newest;
            if (newest != null) {
                newest.newer = buffer;
            }
            newest = buffer;
            return buffer;
        }
    }

    /** Removes a dead handle from the buffers in use. */
    synchronized void forget(CheckedBuffer buffer) {
        if (buffer.newer == null) {
            newest = buffer.older;
        } else {
            buffer.newer.older = buffer.older;
        }
        if (buffer.older != null) {
            buffer.older.newer = buffer.newer;
        }
        buffer.newer = null;
        buffer.older = null;
    }

    synchronized boolean isFirstAbandonment() {
        boolean isFirst = !isAbandonmentTold;
        isAbandonmentTold = true;
        return isFirst;
    }

    /** Frees the buffers in use at the end of the endpoint, and reports them. */
    void end(boolean isTold) {
        long count = 0;
        long bytes = 0;
        TreeMap<String, Integer> lines = new TreeMap<>();
        while (newest != null) {
            CheckedBuffer buffer = newest;
            count++;
            bytes += buffer.lengthPlain();
            lines.merge(buffer.placeOfAllocation(), 1, Integer::sum);
            Block block = buffer.end("end of the pool", -1, -1);
            pool.drop(block);
        }
        if (count > 0 && isTold) {
            StringBuilder text = new StringBuilder("rank "
                    + pool.endpoint().world().rank() + ": buffers never freed: " + count + " (" + bytes + " bytes)");
            lines.entrySet().stream()
                    .limit(MOST_PLACES)
                    .forEach(line -> text.append(System.lineSeparator())
                            .append("  ")
                            .append(line.getValue())
                            .append(" from ")
                            .append(line.getKey()));
            pool.options().warnings().accept(text.toString());
        }
    }

    /** Returns the place of a call, as a report names it. */
    static String words(CallSite site) {
        return site == null
                ? "a call that was not sampled (opi.sampling=1 samples all)"
                : site.operation() + " at " + site.place();
    }
}
