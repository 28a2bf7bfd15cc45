package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;

/** Objects among threads and between JVMs, switched on and off. */
@Deadline(seconds = 60)
@Core
class ObjectsTest {
    @Test
    void arriveAmongThreads() {
        Job.run(2, ObjectProgram.allowed(), endpoint -> ObjectProgram.on(endpoint.world()));
    }

    @Test
    void areOffUnlessAskedForAmongThreads() {
        Job.run(2, Options.fromEnvironment(), endpoint -> ObjectProgram.off(endpoint.world()));
    }

    @Test
    void arriveBetweenJvms() {
        MultiJvmRun run = MultiJvmRun.of(ObjectProgram.class, 2, 1, 50, "on");
        assertEquals("", run.err());
        assertEquals(0, run.exitStatus());
    }

    @Test
    @NotCore
    void areOffUnlessAskedForBetweenJvms() {
        MultiJvmRun run = MultiJvmRun.of(ObjectProgram.class, 2, 1, 50, "off");
        assertEquals("", run.err());
        assertEquals(0, run.exitStatus());
    }
}
