package org.sennit.conformance.behaviours;

import org.sennit.Communicator;
import org.sennit.Job;

/** Runs many behaviours in one job, since starting JVMs takes longer than most of them. */
final class BehaviourProgram {
    static final String PASSED = "passed ";

    private BehaviourProgram() {}

    public static void main(String[] args) {
        Job.run(Behaviour.RANKS, endpoint -> {
            Communicator world = endpoint.world();
            for (Behaviour behaviour : Behaviour.all()) {
                behaviour.run(world);
                if (world.rank() == 0) {
                    System.out.println(PASSED + behaviour.name());
                }
            }
        });
    }
}
