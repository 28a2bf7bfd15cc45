package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;

/** What a job refuses before it starts. */
@Deadline(seconds = 30)
class JobArgumentsTest {
    @Test
    void whatIsMissingOrOfNoSenseIsAnArgumentError() {
        Options options = Options.defaults();
        List<Executable> calls = List.of(
                () -> Job.run(1, null),
                () -> Job.run(1, null, endpoint -> {}),
                () -> Job.run(null, 1, endpoint -> {}),
                () -> Job.run("x".repeat(101), 1, endpoint -> {}),
                () -> Job.run(0, endpoint -> {}),
                () -> Job.open(null),
                () -> Job.open(1, (Options) null),
                () -> Job.open(1, null, options),
                () -> Job.open(1, ThreadLevel.SERIALIZED, null),
                () -> Job.open(1, options, (RuntimeContext) null));
        for (int i = 0; i < calls.size(); i++) {
            SennitException error = assertThrows(SennitException.class, calls.get(i), "call " + i);
            assertEquals(ErrorClass.ARG, error.errorClass(), "call " + i + ": " + error);
        }
    }

    @Test
    void aCommunicatorThatIsClosedOrOfAnotherJobIsNotCompared() {
        AtomicReference<Communicator> earlier = new AtomicReference<>();
        Job.run(1, endpoint -> earlier.set(endpoint.world()));
        Job.run(1, endpoint -> {
            Communicator closed = endpoint.world().duplicate();
            closed.close();
            Communicator world = endpoint.world();
            assertEquals(
                    ErrorClass.COMM,
                    assertThrows(SennitException.class, () -> world.compare(closed))
                            .errorClass());
            assertEquals(
                    ErrorClass.SESSION,
                    assertThrows(SennitException.class, () -> world.compare(earlier.get()))
                            .errorClass());
        });
    }
}
