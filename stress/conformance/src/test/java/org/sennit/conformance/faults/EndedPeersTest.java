package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.PartitionedReceive;
import org.sennit.conformance.OneJvmJob;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnershipPool;
import org.sennit.testkit.Deadline;

/** Calls that wait for endpoints of another process whose programs have ended while that process goes on. */
@Deadline(seconds = 120)
class EndedPeersTest {
    private static final int MESSAGES = 60;
    private static final int LARGE = 100_000;
    private static final int ENDING = 2; // of process 1, whose other endpoint goes on

    private static void ends(Runnable call, String... parts) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(ErrorClass.PROC_ENDED, error.errorClass(), error::toString);
        for (String part : parts) {
            assertTrue(error.getMessage().contains(part), error::getMessage);
        }
    }

    private static void run(String network, String faults, EndpointProgram program) {
        new OneJvmJob(2, 2, Map.of("net.module", network, "net.faulty", faults)).run(program);
    }

    @ParameterizedTest
    @CsvSource({
        "mapped, ''",
        "tcp, ''",
        "tcp, '21:fragment,reorder'",
        "tcp, '22:fragment,delay,stall'",
        "mapped, '23:fragment,reorder,delay'"
    })
    void callsEndAfterWhatWasSentBefore(String network, String faults) {
        run(network, faults, endpoint -> {
            switch (endpoint.world().rank()) {
                case 0 -> receiveAll(endpoint);
                case ENDING -> sendAll(endpoint.world());
                case 3 -> endpoint.world().receive(new int[1], 0, 9); // its process goes on
                default -> {
                    // ends at once
                }
            }
        });
    }

    /** Every third message is announced, since it is too long to go at once. */
    private static int[] message(int number) {
        int[] values = new int[number % 3 == 0 ? LARGE : 2];
        values[0] = number;
        return values;
    }

    private static void sendAll(Communicator world) {
        for (int i = 0; i < MESSAGES; i++) {
            world.nonblocking().send(message(i), 0, i % 2);
        }
        world.nonblocking().send(message(1), 0, 2);
        world.receive(new int[1], 0, 3);
    }

    private static void receiveAll(Endpoint endpoint) {
        Communicator world = endpoint.world();
        world.receive(new int[2], ENDING, 2); // behind the others
        for (int i = 0; i < MESSAGES; i++) {
            int[] got = new int[LARGE];
            if (i == MESSAGES / 2) {
                world.send(new int[1], ENDING, 3); // ends now
            }
            world.receive(got, ENDING, i % 2);
            assertEquals(i, got[0]);
        }
        ends(() -> world.receive(new int[1], ENDING, 1), "rank 2 has ended", "operation=receive", "rank=0", "tag=1");
        ends(() -> world.probe(ENDING, 4), "rank 2 has ended", "operation=probe");
        PartitionedReceive receive =
                world.persistent().receivePartitioned(new int[4], 2, DataLayout.INT.count(2), ENDING, 5);
        receive.start();
        ends(receive::await, "rank 2 has ended");
        Handover handover = OwnershipPool.of(endpoint).over(world);
        ends(() -> handover.take(ENDING, 6), "rank 2 has ended", "operation=take");
        world.send(new int[1], 3, 9);
        ends(() -> world.receive(new int[1], Communicator.ANY_SOURCE, 7), "all others have ended (3)");
    }
}
