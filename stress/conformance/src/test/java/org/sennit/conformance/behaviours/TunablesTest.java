package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.conformance.OneJvmJob;
import org.sennit.internal.endpoints.device.EndpointFactory;
import org.sennit.internal.shm.protocol.ImmediateProtocol;
import org.sennit.internal.shm.protocol.SingleCopyProtocol;
import org.sennit.internal.shm.protocol.SynergisticProtocol;
import org.sennit.message.Request;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;

/** The thresholds of the protocols may have any value, and all behaviours hold. */
@Deadline(seconds = 120)
@Core
@Behaviours(143)
class TunablesTest {
    private static final long HUGE = Long.MAX_VALUE;
    private static final int LARGE = 200_003;

    static Stream<Arguments> settings() {
        return Stream.of(
                Arguments.of("nothing immediate, all shared, small blocks, short calls", 0, 0L, 1000L, 16_000L),
                Arguments.of("all as large as can be", 65536, HUGE, HUGE, HUGE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("settings")
    void behavioursHoldWhateverTheThresholds(
            String name, int immediateMax, long synergisticMin, long block, long progressBytes) {
        run(immediateMax, synergisticMin, block, progressBytes);
    }

    @Test
    @NotCore
    void behavioursHoldWhereAByteIsImmediateAllElseSharedBlocksAreSmallerAndCallsShort() {
        run(1, 1, 100, 16_000);
    }

    private static void run(int immediateMax, long synergisticMin, long block, long progressBytes) {
        Options options = Options.fromEnvironment()
                .with(ImmediateProtocol.LIMIT, immediateMax, "test")
                .with(SynergisticProtocol.FROM, synergisticMin, "test")
                .with(SynergisticProtocol.BLOCK, block, "test")
                .with(SingleCopyProtocol.PROGRESS, progressBytes, "test")
                .with(EndpointFactory.FLOOD_BUDGET, 1 << 20, "test"); // large cells would reach the usual one at once
        Job.run(Behaviour.RANKS, options, endpoint -> {
            for (Behaviour behaviour : Behaviour.all()) {
                if (isAsked(behaviour, immediateMax, progressBytes)) {
                    behaviour.run(endpoint.world());
                }
            }
        });
    }

    /** The behaviours of tier A, but for what depends on the very threshold that is set. */
    static boolean isAsked(Behaviour behaviour, int immediateMax, long progressBytes) {
        String first = behaviour.name().split(" ")[0];
        int number = first.matches("\\d+") ? Integer.parseInt(first) : Integer.MAX_VALUE;
        boolean needsBufferedSends = behaviour.name().startsWith("10 short") || number == 22;
        boolean needsShortCalls = number == 21;
        return number <= 24
                && (immediateMax >= 256 || !needsBufferedSends)
                && (progressBytes < HUGE || !needsShortCalls);
    }

    /** A byte in a call and a byte in a block: slow, so only some messages, one of them long. */
    @ParameterizedTest(name = "{0} bytes")
    @MethodSource("bytes")
    void theLeastProgressIsProgress(long least) {
        Options options = Options.fromEnvironment()
                .with(ImmediateProtocol.LIMIT, (int) least, "test")
                .with(SynergisticProtocol.FROM, least, "test")
                .with(SynergisticProtocol.BLOCK, least, "test")
                .with(SingleCopyProtocol.PROGRESS, least, "test");
        Job.run(2, options, endpoint -> {
            exchange(endpoint.world());
            exchange(endpoint.world(), LARGE);
        });
    }

    /** Between processes the longest message that goes in one packet, over each network. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "tcp, 0", "tcp, 1", "tcp, 16777216",
        "unix, 0", "unix, 1", "unix, 16777216",
        "mapped, 0", "mapped, 1", "mapped, 16777216"
    })
    void messagesArriveWhateverTheEagerLimit(String network, String longest) {
        String option = network.equals("mapped") ? "mapped.eager.max" : "net.eager.max";
        new OneJvmJob(2, 1, Map.of("net.module", network, option, longest)).run(endpoint -> exchange(endpoint.world()));
    }

    private static void exchange(Communicator world) {
        for (int length = 0; length < 2000; length = length * 3 / 2 + 1) {
            exchange(world, length);
        }
    }

    private static void exchange(Communicator world, int length) {
        int peer = 1 - world.rank();
        byte[] out = new byte[length];
        byte[] in = new byte[length];
        new Random(length + world.rank()).nextBytes(out);
        Request send = world.nonblocking().send(out, peer, 1);
        world.receive(in, peer, 1);
        send.await();
        new Random(length + peer).nextBytes(out);
        assertArrayEquals(out, in);
    }

    static Stream<Long> bytes() {
        return Stream.of(0L, 1L);
    }
}
