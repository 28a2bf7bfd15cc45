package org.sennit.internal.endpoints.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.runtime.trace.TraceOptions;
import org.sennit.testkit.Deadline;

/** What a process leaves of its profile, for the launcher. */
@Deadline(seconds = 30)
class ObservationTest {
    @Test
    void eachJobOfAProgramLeavesAPartOfItsOwn(@TempDir Path folder) throws IOException {
        Options options = Options.defaults()
                .with(TraceOptions.PROFILE, true, "test")
                .with(TraceOptions.PROFILE_PARTS, folder.toString(), "test");
        for (int job = 0; job < 3; job++) {
            Job.run(1, options, endpoint -> {
                Communicator world = endpoint.world();
                world.send(new int[1], 0, 1);
                world.receive(new int[1], 0, 1);
            });
        }
        try (Stream<Path> parts = Files.list(folder)) {
            assertEquals(
                    List.of("process0", "process0.2", "process0.3"),
                    parts.map(part -> part.getFileName().toString()).sorted().toList());
        }
    }
}
