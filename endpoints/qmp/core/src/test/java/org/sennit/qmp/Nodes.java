package org.sennit.qmp;

import java.util.Map;
import java.util.Properties;
import org.sennit.Job;
import org.sennit.config.Options;

/** Runs programs on nodes of this JVM. */
final class Nodes {
    private Nodes() {}

    /** What each node runs. */
    @FunctionalInterface
    interface Program {
        void run(Qmp qmp) throws Exception;
    }

    static void run(int nodes, Program program, String... arguments) {
        Job.run(nodes, Options.of(new Properties(), Map.of()), endpoint -> {
            Qmp qmp = Qmp.of(endpoint, arguments);
            program.run(qmp);
            qmp.finalizeMsgPassing();
        });
    }
}
