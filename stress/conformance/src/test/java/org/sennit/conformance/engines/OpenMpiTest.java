package org.sennit.conformance.engines;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;

/** Open MPI's {@code mpirun}, by libpmix. */
class OpenMpiTest extends EngineContract {
    @BeforeAll
    static void find() throws IOException, InterruptedException {
        Packages.need("mpirun.openmpi", "openmpi-bin", "libpmix2");
    }

    @Override
    List<String> command() {
        return List.of("mpirun.openmpi", "--oversubscribe", "-n", "2");
    }

    @Override
    Map<String, String> environment() {
        return Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    }
}
