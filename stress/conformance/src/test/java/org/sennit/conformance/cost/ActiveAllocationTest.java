package org.sennit.conformance.cost;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Active messages without completion handlers allocate nothing once they are warm, at the origin, at the target and for
 * the counters. Where the data is too long for the first packet of a message between JVMs, it is what the network's
 * queue takes, and no more.
 */
@Deadline(seconds = 120)
@Behaviours(144)
class ActiveAllocationTest {
    private static final int STEPS = 1_000;
    private static final int HEADER_BYTES = 16;
    private static final int SHORT_BYTES = 4096;

    /** Copied word by word, whatever buffer it lies in. */
    private static final int WORD_BYTES = 96;

    /**
     * Over sockets: more is copied by a view of the buffer that has been read into, and now and then that is another
     * one.
     */
    private static final long VIEW_BYTES = 128;

    /**
     * What the network's sends of a message to and of one fro may take that do not go out at once, and the parts of
     * memory.
     */
    private static final long LONG_MESSAGE_BYTES = 2048;

    /** Messages of several sizes to and fro; each rank says when it is free of garbage. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                boolean isOneBuffer = args[0].equals(NetworkOptions.MAPPED);
                for (String size : Arrays.copyOfRange(args, 1, args.length)) {
                    int bytes = Integer.parseInt(size);
                    exchange(
                            endpoint.world(),
                            bytes,
                            bytes > SHORT_BYTES
                                    ? LONG_MESSAGE_BYTES
                                    : bytes > WORD_BYTES && !isOneBuffer ? VIEW_BYTES : 0);
                    TwoJvms.passed(size);
                }
            });
        }
    }

    private static void exchange(Communicator world, int bytes, long mostBytes) {
        ActiveMessages active = world.activeMessages();
        MemorySegment header = Arena.global().allocate(HEADER_BYTES, Long.BYTES);
        ActiveVector data = ActiveVector.of(Arena.global().allocate(bytes, Long.BYTES));
        ActiveVector room = ActiveVector.of(new byte[bytes]);
        ActiveCounter arrived = active.newCounter();
        ActiveCounter free = active.newCounter();
        ActiveCounter completed = active.newCounter();
        int handler = active.register(message -> room);
        world.barrier();
        SteadyState.await(world, bytes > SHORT_BYTES ? STEPS / 10 : STEPS, mostBytes, () -> {
            if (world.rank() == 0) {
                active.send(1, handler, header, data, arrived.number(), free, completed);
                arrived.await(1);
            } else {
                arrived.await(1);
                active.send(0, handler, header, data, arrived.number(), free, completed);
            }
            free.await(1);
            completed.await(1);
        });
    }

    @Core
    @ParameterizedTest
    @ValueSource(ints = {0, 8, 4096, 200_000})
    void messagesInOneJvmAllocateNothing(int bytes) {
        Job.run(2, endpoint -> exchange(endpoint.world(), bytes, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {NetworkOptions.TCP, NetworkOptions.MAPPED})
    void messagesBetweenJvmsAllocateNothing(String module) {
        List<String> sizes = List.of("8", "100", "4096", "200000");
        String[] arguments = Stream.concat(Stream.of(module), sizes.stream()).toArray(String[]::new);
        TwoJvms.run(Program.class, module, sizes, arguments);
    }
}
