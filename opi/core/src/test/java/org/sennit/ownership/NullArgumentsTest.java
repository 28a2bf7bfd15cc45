package org.sennit.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NullCalls;

/** Null for each argument of each call of pools and of the handover: an error that is documented, or legal. */
@Deadline(seconds = 60)
@Core
class NullArgumentsTest {
    private static final Set<String> MAY_BE_NULL = Set.of(
            "takeObject(Class, int, int, Status) status",
            "giveObject(Object, int, int) object",
            "giveObjectNonblocking(Object, int, int) object");

    private static String classOf(Throwable thrown) {
        return thrown instanceof SennitException error ? error.errorClass().name() : null;
    }

    private static Object argument(Class<?> type, Endpoint endpoint) {
        if (type == long.class) {
            return 8L;
        } else if (type == Object.class) {
            return "text";
        } else if (type == Status.class) {
            return new Status();
        } else if (type == OwnedBuffer.class) {
            return OwnershipPool.of(endpoint).alloc(8);
        } else if (type == OwnedBuffer[].class) {
            return new OwnedBuffer[] {OwnershipPool.of(endpoint).alloc(8)};
        } else if (type == Communicator.class) {
            return endpoint.world();
        } else if (type == Endpoint.class) {
            return endpoint;
        } else if (type == PoolOptions.class) {
            return OwnershipPool.defaults(endpoint);
        } else if (type == Consumer.class) {
            return (Consumer<String>) line -> {};
        }
        return null;
    }

    private static void test(boolean isChecked) {
        Job.run(1, Pools.options(isChecked, false), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Handover handover = pool.over(endpoint.world());
            for (int i = 0; i < 8; i++) { // what the takes of objects and buffers receive
                handover.giveObject("text", 0, 0);
            }
            NullCalls calls = new NullCalls(type -> argument(type, endpoint), NullArgumentsTest::classOf, MAY_BE_NULL)
                    .of(OwnershipPool.class, null, 4)
                    .of(OwnershipPool.class, pool, 2)
                    .of(PoolOptions.class, null, 0)
                    .of(PoolOptions.class, pool.options(), 1)
                    .of(Handover.class, handover, 13, "take");
            assertEquals("", calls.wrong());
        });
    }

    @Test
    void areErrorsOrLegal() {
        test(false);
    }

    @Test
    void areErrorsOrLegalInCheckedMode() {
        test(true);
    }
}
