package org.sennit;

import java.util.BitSet;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;

/** Where the members of a window live in a test. */
enum WindowPlacement {
    /** In one process, whose job is watched for waits that nothing ends. */
    ONE_PROCESS {
        @Override
        void run(int endpoints, Options options, EndpointProgram program) {
            Job.run(endpoints, options, program);
        }
    },
    /** Each in a process of its own, which shares no memory; packets overtake each other. */
    APART {
        @Override
        void run(int endpoints, Options options, EndpointProgram program) {
            new InProcessJob(new LocalNetwork(SEED, false, network -> null), endpoints, 1, options).run(program);
        }
    },
    /** Two in a process, or one where their number is odd; processes share no memory, and packets keep their order. */
    PAIRS {
        @Override
        void run(int endpoints, Options options, EndpointProgram program) {
            int each = endpoints % 2 == 0 ? 2 : 1;
            new InProcessJob(new LocalNetwork(SEED, true, network -> null), endpoints / each, each, options)
                    .run(program);
        }
    },
    /** As on two hosts: each in a process of its own, all of which but the last map the memory of each other. */
    TWO_HOSTS {
        @Override
        void run(int endpoints, Options options, EndpointProgram program) {
            new InProcessJob(twoHosts(endpoints), endpoints, 1, options).run(program);
        }
    };

    private static final int SEED = 47;

    /** A network of which all processes but the last share memory. */
    static LocalNetwork twoHosts(int processes) {
        LocalNetwork network = new LocalNetwork(SEED, true, all -> null);
        BitSet first = new BitSet();
        first.set(0, processes - 1);
        network.shareMemory(first);
        return network;
    }

    /** Runs a program on each endpoint. */
    final void run(int endpoints, EndpointProgram program) {
        run(endpoints, Options.fromEnvironment(), program);
    }

    /** The same with options. */
    abstract void run(int endpoints, Options options, EndpointProgram program);

    /** Whether each member reaches the memory of all. */
    boolean sharesAllMemory() {
        return this == ONE_PROCESS;
    }

    /** Whether no process maps the memory of another. */
    boolean sharesNoMemory() {
        return this == APART || this == PAIRS;
    }

    /** Whether a wait that nothing ends is found. */
    boolean isWatched() {
        return this == ONE_PROCESS;
    }
}
