package org.sennit.conformance.behaviours;

import java.util.List;
import org.sennit.Communicator;
import org.sennit.Job;

/**
 * Runs many behaviours in one job, since starting JVMs takes longer than most of them. Argument: {@link #ONE_SIDED} for
 * those of one-sided communication alone.
 */
public final class BehaviourProgram {
    /** The argument for the behaviours of one-sided communication. */
    public static final String ONE_SIDED = "one-sided";

    /** What is printed at the end. */
    public static final String DONE = "all hold";

    static final String PASSED = "passed ";

    private BehaviourProgram() {}

    /** Runs. */
    public static void main(String[] args) {
        List<Behaviour> behaviours =
                List.of(args).contains(ONE_SIDED) ? Behaviour.ofOneSidedCommunication() : Behaviour.all();
        Job.run(Behaviour.RANKS, endpoint -> {
            Communicator world = endpoint.world();
            for (Behaviour behaviour : behaviours) {
                behaviour.run(world);
                if (world.rank() == 0) {
                    System.out.println(PASSED + behaviour.name());
                }
            }
            if (world.rank() == 0) {
                System.out.println(DONE);
            }
        });
    }
}
