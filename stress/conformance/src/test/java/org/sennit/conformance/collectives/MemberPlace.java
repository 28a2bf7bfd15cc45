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
    /** Records of at most 4 KiB, of which few find room. */
    PAIR_WITH_A_SMALL_RING(2, 1, "mapped.ring", "16"),
    /** Credit for short messages only. */
    PAIR_WITH_LITTLE_CREDIT(2, 1, "flood.window", "1"),
    /** Not on the fast path. */
    THREE_PROCESSES(3, 1);

    private final int processes;
    private final int endpoints;
    private final Map<String, String> options;

    MemberPlace(int processes, int endpoints) {
        this.processes = processes;
        this.endpoints = endpoints;
        this.options = Map.of("net.module", "mapped");
    }

    MemberPlace(int processes, int endpoints, String option, String value) {
        this.processes = processes;
        this.endpoints = endpoints;
        this.options = Map.of("net.module", "mapped", option, value);
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
            new OneJvmJob(processes, endpoints, options).run(endpoint -> program.accept(endpoint.world()));
        }
    }
}
