package org.sennit.conformance.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.Job;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.ThreadStates;

/** Waits that sleep are events of a flight recorder that runs, and cost nothing of it where none does. */
@Deadline(seconds = 60)
class FlightRecorderTest {
    /** An endpoint that receives, and one that does not send before the other one sleeps. */
    public static final class Sleeper {
        public static void main(String[] args) {
            AtomicReference<Thread> receiver = new AtomicReference<>();
            Job.run(2, endpoint -> {
                if (endpoint.world().rank() == 0) {
                    receiver.set(Thread.currentThread());
                    endpoint.world().receive(new byte[1], 1, 0);
                } else {
                    while (!ThreadStates.isWaiting(receiver.get())) {
                        Thread.onSpinWait();
                    }
                    endpoint.world().send(new byte[1], 0, 0);
                }
            });
        }
    }

    @Test
    void withoutARecorderNoClassOfAnEventIsMadeReady() {
        String loaded = new ChildJvm(Sleeper.class)
                .options("-Xlog:class+load:stdout")
                .run()
                .out();
        assertTrue(loaded.contains("org.sennit.internal.runtime.trace.ParkRecord "), "the log is there");
        assertEquals(
                List.of(),
                loaded.lines()
                        .filter(line -> line.contains(" org.sennit.internal.runtime.trace.ParkEvent ")
                                || line.contains(" jdk.jfr.internal.MetadataRepository "))
                        .toList());
    }

    @Test
    void aWaitThatSleepsIsRecorded(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("waits.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.sennit.Park");
            recording.start();
            Sleeper.main(new String[0]);
            recording.stop();
            recording.dump(file);
        }
        assertTrue(RecordingFile.readAllEvents(file).stream()
                .anyMatch(event -> event.getEventType().getName().equals("org.sennit.Park")));
    }
}
