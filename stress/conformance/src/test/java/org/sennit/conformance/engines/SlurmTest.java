package org.sennit.conformance.engines;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** Slurm's {@code srun}, on two nodes that are one machine. */
@Tag("stress")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlurmTest {
    private SlurmBox box;

    @BeforeAll
    void open() throws IOException, InterruptedException {
        Packages.need("slurmctld", "slurmctld", "slurmd", "slurm-client", "munge", "libpmi2-0");
        box = new SlurmBox();
    }

    @AfterAll
    void close() {
        if (box != null) {
            box.close();
        }
    }

    /** Without PMI, from the environment alone. */
    @Nested
    class Alone extends EngineContract {
        @Override
        List<String> command() {
            return List.of("srun", "-n", "2", "-N", "2", "--mpi=none");
        }

        @Override
        Map<String, String> environment() {
            return box.environment();
        }

        /** srun's is that of the worst task. */
        @Override
        boolean hasStatus() {
            return false;
        }

        @Override
        boolean handsSignalsOn() {
            return false;
        }
    }

    /** By PMI-1, which the plugin pmi2 speaks too. */
    @Nested
    class ByPmi extends Alone {
        @Override
        List<String> command() {
            return List.of("srun", "-n", "2", "-N", "2", "--mpi=pmi2");
        }
    }
}
