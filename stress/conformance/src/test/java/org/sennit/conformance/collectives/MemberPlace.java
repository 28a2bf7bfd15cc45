package org.sennit.conformance.collectives;

import java.util.Map;
import java.util.function.Consumer;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.conformance.OneJvmJob;

/** Where the members of a communicator live. */
enum MemberPlace {
    TWO_IN_ONE(1, 2),
    THREE_IN_ONE(1, 3),
    FOUR_IN_ONE(1, 4),
    PAIR(2, 1),
    /** Not on the fast path. */
    THREE_PROCESSES(3, 1);

    private final int processes;
    private final int endpoints;

    MemberPlace(int processes, int endpoints) {
        this.processes = processes;
        this.endpoints = endpoints;
    }

    /** Returns the number of members. */
    int size() {
        return processes * endpoints;
    }

    /** Runs a program on each member. */
    void run(Consumer<Communicator> program) {
        if (processes == 1) {
            Job.run(endpoints, endpoint -> program.accept(endpoint.world()));
        } else {
            new OneJvmJob(processes, endpoints, Map.of("net.module", "mapped"))
                    .run(endpoint -> program.accept(endpoint.world()));
        }
    }
}
