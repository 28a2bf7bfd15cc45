package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** A call that sends and receives, whose send ends with an Error of the JVM, takes its receive back. */
@Deadline(seconds = 30)
@Core
class SendReceiveErrorsTest {
    private static final int TAG = 4;
    private static final int GO = 5;
    private static final OutOfMemoryError LACK = new OutOfMemoryError("as planned");

    private enum Call {
        BLOCKING {
            @Override
            void run(Communicator world, int[] in) {
                world.sendReceive(new int[] {1}, 1, TAG, in, 1, TAG);
            }
        },
        NONBLOCKING {
            @Override
            void run(Communicator world, int[] in) {
                Request request = world.nonblocking().sendReceive(new int[] {1}, 1, TAG, in, 1, TAG);
                request.await();
            }
        },
        REPLACE {
            @Override
            void run(Communicator world, int[] in) {
                world.sendReceiveReplace(in, 1, TAG, 1, TAG);
            }
        },
        REPLACE_NONBLOCKING {
            @Override
            void run(Communicator world, int[] in) {
                Request request = world.nonblocking().sendReceiveReplace(in, 1, TAG, 1, TAG);
                request.await();
            }
        };

        abstract void run(Communicator world, int[] in);
    }

    @ParameterizedTest
    @EnumSource(Call.class)
    void takesItsReceiveBack(Call call) {
        InProcessJob job = new InProcessJob(new LocalNetwork(3, true, _ -> null), 2, 1, Options.fromEnvironment());
        job.run(endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 1) {
                world.receive(new int[1], 0, GO);
                world.send(new int[] {7}, 0, TAG);
                return;
            }
            int[] in = {3};
            job.module(0).failNext(LACK);
            assertSame(LACK, assertThrows(OutOfMemoryError.class, () -> call.run(world, in)));
            world.send(new int[1], 1, GO);
            int[] next = new int[1];
            world.receive(next, 1, TAG);
            assertArrayEquals(new int[] {7}, next);
            assertArrayEquals(new int[] {3}, in);
        });
    }

    @Test
    void theErrorOfAFreedOneIsDropped() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            List<SennitException> reported = new ArrayList<>();
            world.setErrorHandler((_, error) -> reported.add(error));
            Request gone = world.nonblocking().sendReceive(new int[3], 0, TAG, new int[1], 0, TAG); // truncated
            gone.free();
            world.sendReceive(new int[0], 0, GO, new int[0], 0, GO);
            assertEquals(List.of(), reported);
        });
    }
}
