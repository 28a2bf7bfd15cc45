package org.sennit.bench.ownership;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.sennit.Communicator;
import org.sennit.Job;

/** A collective program in a job of this JVM. Any thread. */
public final class OneJvm {
    private OneJvm() {}

    /**
     * Runs a program on every endpoint. Blocks until all have ended.
     *
     * @param endpoints their number
     * @param program what each does on the world's communicator
     * @param <R> what comes of it
     * @return what came of it on rank 0
     */
    public static <R> R resultOf(int endpoints, Function<Communicator, R> program) {
        AtomicReference<R> result = new AtomicReference<>();
        Job.run(endpoints, endpoint -> {
            R own = program.apply(endpoint.world());
            if (endpoint.world().rank() == 0) {
                result.set(own);
            }
        });
        return result.get();
    }
}
