package org.sennit.internal.endpoints.device.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.construct.JobProcess;
import org.sennit.internal.endpoints.construct.JobServices;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 20)
class EndpointTableTest {
    private final EndpointTable table = new EndpointTable();

    @Test
    void idsNeverComeBack() {
        try (JobProcess process =
                new JobProcess(JobServices.ofClassPath(RuntimeContext.system()), Options.fromEnvironment(), 40)) {
            List<LocalEndpoint> endpoints = IntStream.range(0, 40)
                    .mapToObj(i -> process.worlds().get(i).endpoint())
                    .toList();
            table.add(endpoints.subList(0, 3));
            table.add(endpoints.subList(3, 40)); // beyond its first size
            assertSame(endpoints.get(39), table.get(39));
            assertEquals(endpoints, table.open());
            table.remove(endpoints.get(5));
            assertNull(table.get(5));
            assertTrue(table.hasGone(5));
            assertFalse(table.hasGone(4));
            assertFalse(table.hasGone(40), "there has not been one yet");
            assertFalse(table.hasGone(-1));
            assertNull(table.get(1000));
            assertEquals(40, table.nextId());
            assertEquals(39, table.open().size());
        }
    }
}
