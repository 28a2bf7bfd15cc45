package org.sennit.conformance.engines;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** MPICH's {@code mpiexec}, with two hosts that are one. */
class HydraTest extends EngineContract {
    @BeforeAll
    static void find() throws IOException, InterruptedException {
        Packages.need("mpiexec.hydra", "mpich");
    }

    @Override
    List<String> command() {
        return List.of("mpiexec.hydra", "-launcher", "fork", "-hosts", "n1,n2", "-ppn", "1", "-n", "2");
    }

    /** It ends the processes at once, with what it has not read of them. */
    @Override
    boolean keepsLastWords() {
        return false;
    }

    /** The process manager listens on a port, and leaves no descriptor open. */
    @Nested
    class ByPort extends EngineContract {
        @Override
        List<String> command() {
            return List.of("mpiexec.hydra", "-pmi-port", "-n", "2");
        }

        /** It ends the processes at once, with what it has not read of them. */
        @Override
        boolean keepsLastWords() {
            return false;
        }
    }
}
