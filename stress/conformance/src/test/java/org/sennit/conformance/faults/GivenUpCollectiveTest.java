package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.conformance.OneJvmJob;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/**
 * A member whose message was refused gives the collective up without knowing of any dead: the members of its process,
 * which work on its memory, must not wait for it, nor take what they then find for a mistake of their own.
 */
@Deadline(seconds = 60)
class GivenUpCollectiveTest {
    private static final int LONG = 1 << 18; // announced, so that it can be refused
    private static final int[] NOTHING = new int[LONG]; // looked at only at the root
    private static final int ROOT = 3; // in another process, where all programs have ended

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "nonblocking", "persistent"})
    void isGivenUpByAllMembersOfTheProcess(String driver) {
        Map<Integer, ErrorClass> heard = new ConcurrentHashMap<>();
        new OneJvmJob(2, 3, Map.of("failure", "continue")).run(endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() < ROOT) {
                Consumer<int[]> call = calls(world, driver);
                SennitException error = assertThrows(SennitException.class, () -> call.accept(new int[LONG]));
                heard.put(world.rank(), error.errorClass());
            }
        });
        assertEquals(ROOT, heard.size(), heard::toString);
        heard.forEach((rank, error) -> assertEquals(ErrorClass.PROC_FAILED, error, () -> "rank " + rank));
    }

    private static Consumer<int[]> calls(Communicator world, String driver) {
        return switch (driver) {
            case "blocking" -> send -> world.reduce(send, NOTHING, Operation.SUM, ROOT);
            case "nonblocking" ->
                send -> world.nonblocking()
                        .reduce(send, NOTHING, Operation.SUM, ROOT)
                        .await();
            default ->
                send -> {
                    Request request = world.persistent().reduce(send, NOTHING, Operation.SUM, ROOT);
                    request.start();
                    request.await();
                };
        };
    }
}
