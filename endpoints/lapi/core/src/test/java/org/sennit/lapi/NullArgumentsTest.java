package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sennit.Job;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NullCalls;

/** Null for each argument of each call of LAPI: an error that is documented, or legal. */
@Deadline(seconds = 60)
@Core
class NullArgumentsTest {
    /** Vectors are checked by the calls that take them. */
    private static final Set<String> MAY_BE_NULL = Set.of(
            "setErrorHandler(LapiErrorHandler) handler",
            "addressInit(LapiCounter) mine",
            "addressInit(RemoteAddress) mine",
            "addrSet(HeaderHandler, int) handler",
            "generic(Object[], long[]) addresses",
            "generic(Object[], long[]) lengths",
            "generic(MemorySegment[]) pieces",
            "iovector(Object[], long[]) addresses",
            "iovector(Object[], long[]) lengths",
            "iovector(MemorySegment[]) pieces",
            "of(Object, long) address",
            "of(VectorType, int, Object[], long[]) type",
            "of(VectorType, int, Object[], long[]) addresses",
            "of(VectorType, int, Object[], long[]) lengths",
            "strided(Object, int, long, long) base",
            "generic(RemoteAddress[], long[]) addresses",
            "generic(RemoteAddress[], long[]) lengths",
            "iovector(RemoteAddress[], long[]) addresses",
            "iovector(RemoteAddress[], long[]) lengths",
            "strided(RemoteAddress, int, long, long) base");

    private static String classOf(Throwable thrown) {
        if (thrown instanceof LapiException error) {
            return error.status().name();
        }
        return thrown instanceof SennitException error ? error.errorClass().name() : null;
    }

    private static Object argument(Class<?> type, Lapi lapi, RemoteAddress memory) {
        if (type == int.class) {
            return 1;
        } else if (type == long.class) {
            return 8L;
        } else if (type == LapiCounter.class) {
            return lapi.newCounter();
        } else if (type == CounterAddress.class) {
            return lapi.addressInit(lapi.newCounter())[0];
        } else if (type == RemoteAddress.class) {
            return memory;
        } else if (type == HeaderHandler.class) {
            return (HeaderHandler) message -> null;
        } else if (type == LapiErrorHandler.class) {
            return (LapiErrorHandler) (handle, error) -> {};
        } else if (type == MessageInfo.class) {
            return new MessageInfo();
        } else if (type == LapiVector.class) {
            return LapiVector.of(new byte[8], 8);
        } else if (type == RemoteVector.class) {
            return RemoteVector.generic(new RemoteAddress[] {memory}, new long[] {8});
        } else if (type == MemorySegment[].class) {
            return new MemorySegment[] {MemorySegment.ofArray(new byte[8])};
        } else if (type == RemoteAddress[].class) {
            return new RemoteAddress[] {memory};
        } else if (type == int[].class) {
            return new int[] {8};
        } else if (type == long[].class) {
            return new long[] {8};
        }
        return null;
    }

    @Test
    void areErrorsOrLegal() {
        Job.run(1, endpoint -> {
            Lapi lapi = Lapi.init(endpoint);
            lapi.registerHandler(message -> null);
            RemoteAddress memory = lapi.register(new byte[64]);
            NullCalls calls = new NullCalls(
                            type -> argument(type, lapi, memory), NullArgumentsTest::classOf, MAY_BE_NULL)
                    .of(EnvironmentCalls.class, lapi, 3)
                    .of(AddressCalls.class, lapi, 6)
                    .of(CounterCalls.class, lapi, 4)
                    .of(TransferCalls.class, lapi, 38, "xfer")
                    .of(OrderCalls.class, lapi, 1)
                    .of(LapiVector.class, null, 11)
                    .of(LapiVector.class, LapiVector.of(new byte[8], 8), 2)
                    .of(RemoteVector.class, null, 5)
                    .of(Lapi.class, null, 0, "init");
            assertEquals("", calls.wrong());
            lapi.term();
        });
    }
}
