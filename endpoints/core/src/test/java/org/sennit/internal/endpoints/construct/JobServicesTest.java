package org.sennit.internal.endpoints.construct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.testkit.Deadline;

/** A job with an engine and a network of the test's. */
@Deadline(seconds = 30)
class JobServicesTest {
    private final SennitException failure = new SennitException(ErrorClass.NETWORK, "made by the test");
    private final NetworkModuleFactory network = new GivenModuleFactory("failing", this::fail);

    private NetworkModule fail(NetworkSetup setup) {
        assertEquals("given", setup.jobId());
        throw failure;
    }

    private JobServices services(Bootstrap bootstrap) {
        return new JobServices(RuntimeContext.system(), (options, context) -> bootstrap, options -> network);
    }

    @Test
    void theEngineComesFromOutside() {
        GivenBootstrap bootstrap = new GivenBootstrap(1);
        try (JobProcess process = new JobProcess(services(bootstrap), Options.fromEnvironment(), 1)) {
            assertEquals("given", process.description().jobId());
            assertEquals(2, process.worlds().size());
            process.worlds().forEach(process::ended);
        }
        assertTrue(bootstrap.isClosed());
    }

    @Test
    void theNetworkComesFromOutside() {
        GivenBootstrap bootstrap = new GivenBootstrap(2);
        SennitException thrown = assertThrows(
                SennitException.class, () -> new JobProcess(services(bootstrap), Options.fromEnvironment(), 1));
        assertSame(failure, thrown);
        assertTrue(bootstrap.isClosed());
    }
}
