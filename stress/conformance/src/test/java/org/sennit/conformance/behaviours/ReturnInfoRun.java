package org.sennit.conformance.behaviours;

import java.util.List;
import java.util.Map;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.conformance.OneJvmJob;

/** Runs the behaviours of the return information of LAPI's header handlers: in one process, and between two. */
public final class ReturnInfoRun {
    private ReturnInfoRun() {}

    /**
     * Runs all, until one fails. Blocks.
     *
     * @throws RuntimeException the failure; an {@link Error} just so
     */
    public static void run() {
        List<Behaviour> behaviours = LapiReturnInfoBehaviours.all();
        EndpointProgram program = endpoint -> {
            for (Behaviour behaviour : behaviours) {
                behaviour.run(endpoint.world());
            }
        };
        Job.run(Behaviour.RANKS, Options.fromEnvironment(), program);
        new OneJvmJob(2, Behaviour.RANKS / 2, Map.of("net.module", "mapped")).run(program);
    }
}
