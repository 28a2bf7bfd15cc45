package org.sennit.internal.runtime.bootstrap.pmix;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.sennit.internal.runtime.bootstrap.engine.EnginePlace;
import org.sennit.internal.runtime.bootstrap.engine.ProcessManagerSpace;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;

/**
 * The key-value space of PMIx during start-up. What is put belongs to the process that puts it: a key that ends in a
 * dot and a number with the word {@code member} before it is that process's, all others are of process 0.
 *
 * <p>The library's calls have no deadline of their own, so each runs on a daemon thread that is waited for.
 */
final class PmixSpace implements ProcessManagerSpace {
    private static final String OWN = "member.";

    private final Pmix library;
    private final RuntimeContext context;
    private final long timeoutNs;
    private final EnginePlace place;

    /** Joins. Blocks for the time at most. */
    PmixSpace(Pmix library, String engine, long timeoutNs, RuntimeContext context) {
        this.library = library;
        this.context = context;
        this.timeoutNs = timeoutNs;
        this.place = within("PMIx_Init", timeoutNs, () -> new EnginePlace(engine, library.init(), library.size()));
    }

    EnginePlace place() {
        return place;
    }

    @Override
    public void put(String key, String value) {
        library.put(key, value);
    }

    @Override
    public String get(String key) {
        int owner = key.startsWith(OWN) ? Integer.parseInt(key.substring(OWN.length())) : 0;
        return within("PMIx_Get key=" + key, timeoutNs, () -> library.get(owner, key));
    }

    @Override
    public void fence(String step, long limitNs) {
        within("PMIx_Fence step=" + step + " processes=" + place.processes(), limitNs, () -> {
            library.fence();
            return step;
        });
    }

    @Override
    public boolean abort(int status) {
        try {
            library.abort(status, "the Sennit job has been aborted");
            return true;
        } catch (SennitException cannot) {
            return false;
        }
    }

    @Override
    public void leave() {
        try {
            library.finish();
        } catch (SennitException cannot) {
            // The process manager then gets the exit status alone.
        }
    }

    private <T> T within(String what, long limitNs, Supplier<T> call) {
        Call<T> running = new Call<>(call);
        Thread thread = context.newThread("sennit-pmix", false, running);
        context.start(thread);
        try {
            if (!context.join(thread, Math.max(1, limitNs))) {
                throw new SennitException(
                        ErrorClass.BOOTSTRAP,
                        what + " has not ended within " + TimeUnit.NANOSECONDS.toMillis(limitNs)
                                + " ms; PMIx does not say which processes are missing");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SennitException(ErrorClass.BOOTSTRAP, what + ": interrupted", interrupted);
        }
        switch (running.failure) {
            case null -> {
                return running.result;
            }
            case RuntimeException e -> throw e;
            default -> throw new SennitException(ErrorClass.BOOTSTRAP, what + ": " + running.failure, running.failure);
        }
    }

    /** A call and what became of it, read when its thread has ended. */
    private static final class Call<T> implements Runnable {
        private final Supplier<T> call;
        private T result;
        private Throwable failure;

        Call(Supplier<T> call) {
            this.call = call;
        }

        @Override
        public void run() {
            try {
                result = call.get();
            } catch (RuntimeException | Error e) {
                failure = e;
            }
        }
    }
}
