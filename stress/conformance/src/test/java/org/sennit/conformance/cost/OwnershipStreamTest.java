package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.conformance.OneJvmJob;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;
import org.sennit.ownership.PoolOptions;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** A one-way stream between processes (OneWayStreamTest of opi has the million inside a JVM). */
@Deadline(seconds = 120)
@Behaviours(70)
class OwnershipStreamTest {
    private static final int TAG = 70;
    private static final int THOUSANDS = 10_000;
    private static final int MILLION = 1_000_000;
    private static final int BYTES = 64 << 10;
    private static final long WINDOW = 4 << 20;
    private static final long CAP = 8 << 20;

    private static PoolOptions options(Endpoint endpoint, boolean isSenderSide) {
        return OwnershipPool.defaults(endpoint)
                .checked(false)
                .senderSide(isSenderSide)
                .window(WINDOW)
                .cap(CAP);
    }

    @ParameterizedTest
    @CsvSource({"mapped, false", "mapped, true", "tcp, false", "tcp, true"})
    void staysInBoundedMemoryBetweenProcesses(String network, boolean isSenderSide) {
        new OneJvmJob(2, 1, Map.of("net.module", network)).run(stream(THOUSANDS, isSenderSide));
    }

    @Tag("stress")
    @ParameterizedTest
    @CsvSource({"mapped, false", "mapped, true", "tcp, false", "tcp, true"})
    @Deadline(seconds = 1200)
    void aMillionStayInBoundedMemoryBetweenProcesses(String network, boolean isSenderSide) {
        new OneJvmJob(2, 1, Map.of("net.module", network)).run(stream(MILLION, isSenderSide));
    }

    /** What is untaken, what lies with the taker, and a batch on its way home. */
    private static EndpointProgram stream(int count, boolean isSenderSide) {
        return endpoint -> {
            Communicator world = endpoint.world();
            OwnershipPool pool = OwnershipPool.open(endpoint, options(endpoint, isSenderSide));
            Handover handover = pool.over(world);
            for (int i = 0; i < count; i++) {
                if (world.rank() == 0) {
                    OwnedBuffer buffer = pool.alloc(BYTES);
                    buffer.segment().set(ValueLayout.JAVA_INT, BYTES - 4, i);
                    handover.give(buffer, 1, TAG);
                } else {
                    OwnedBuffer taken = handover.take(0, TAG);
                    assertEquals(i, taken.segment().get(ValueLayout.JAVA_INT, BYTES - 4));
                    taken.free();
                }
            }
            long most = pool.statistics().mostBytes();
            System.out.printf(
                    "stream of %d, %s, rank %d: %s%n",
                    count, isSenderSide ? "sender's side" : "receiver's side", world.rank(), pool.statistics());
            assertTrue(most <= 3 * (WINDOW + CAP), () -> "most bytes " + most);
        };
    }
}
