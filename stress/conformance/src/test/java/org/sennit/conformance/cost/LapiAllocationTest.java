package org.sennit.conformance.cost;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.lapi.CounterAddress;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RemoteVector;
import org.sennit.lapi.RmwOperation;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * The operations of LAPI with the waits for their counters allocate nothing once they are warm, at the origin and at
 * the target.
 */
@Deadline(seconds = 240)
@Behaviours(144)
class LapiAllocationTest {
    private static final int STEPS = 1_000;
    private static final int SLOTS = 4; // of a task's memory, put to in rotation

    /** A fence makes the condition that it waits for. */
    private static final long FENCE_BYTES = 48;

    /** What a task does in a step; both do the same. */
    private static Runnable step(String operation, int bytes, Communicator world) {
        Lapi lapi = Lapi.init(world);
        int peer = 1 - world.rank();
        byte[] out = new byte[Math.max(bytes, 8)];
        byte[] in = new byte[Math.max(bytes, 8)];
        byte[] header = new byte[16];
        LapiVector room = LapiVector.of(in, bytes);
        int handler = lapi.registerHandler(message -> room);
        RemoteAddress base = lapi.addressInit(lapi.register(new byte[SLOTS * Math.max(bytes, 8)]))[peer];
        RemoteAddress[] slots = new RemoteAddress[SLOTS];
        Arrays.setAll(slots, i -> base.plus((long) i * Math.max(bytes, 8)));
        long[] lengths = new long[SLOTS];
        Object[] pieces = new Object[SLOTS];
        Arrays.fill(lengths, bytes);
        Arrays.setAll(pieces, i -> new byte[bytes]);
        LapiVector local = LapiVector.iovector(pieces, lengths);
        RemoteVector remote = RemoteVector.iovector(slots, lengths);
        RemoteAddress variable = lapi.addressInit(lapi.register(new long[1]))[peer];
        LapiCounter free = lapi.newCounter();
        LapiCounter there = lapi.newCounter();
        LapiCounter arrived = lapi.newCounter();
        CounterAddress target = lapi.addressInit(arrived)[peer];
        long[] input = {1};
        long[] previous = new long[1];
        int[] next = {0};
        return switch (operation) {
            case "put" ->
                () -> {
                    lapi.put(peer, bytes, slots[next[0]++ % SLOTS], out, target, free, there);
                    lapi.waitcntr(free, 1);
                    lapi.waitcntr(there, 1);
                    lapi.waitcntr(arrived, 1);
                };
            case "get" ->
                () -> {
                    lapi.get(peer, bytes, slots[next[0]++ % SLOTS], in, target, free);
                    lapi.waitcntr(free, 1);
                    lapi.waitcntr(arrived, 1);
                };
            case "putv" ->
                () -> {
                    lapi.putv(peer, remote, local, target, free, there);
                    lapi.waitcntr(free, 1);
                    lapi.waitcntr(there, 1);
                    lapi.waitcntr(arrived, 1);
                };
            case "getv" ->
                () -> {
                    lapi.getv(peer, remote, local, target, free);
                    lapi.waitcntr(free, 1);
                    lapi.waitcntr(arrived, 1);
                };
            case "rmw" ->
                () -> {
                    lapi.rmw64(RmwOperation.FETCH_AND_ADD, peer, variable, input, previous, free);
                    lapi.waitcntr(free, 1);
                };
            case "amsend" ->
                () -> {
                    lapi.amsend(peer, handler, header, header.length, out, bytes, target, free, there);
                    lapi.waitcntr(free, 1);
                    lapi.waitcntr(there, 1);
                    lapi.waitcntr(arrived, 1);
                };
            case "counters" ->
                () -> {
                    lapi.setcntr(free, lapi.getcntr(free) + 1);
                    lapi.waitcntr(free, 1);
                };
            case "fence" -> lapi::fence;
            case "gfence" -> lapi::gfence;
            default -> throw new IllegalArgumentException(operation);
        };
    }

    private static void measure(String operation, int bytes, long mostBytes, Communicator world) {
        SteadyState.await(world, STEPS, mostBytes, step(operation, bytes, world));
    }

    @ParameterizedTest
    @CsvSource({
        "put, 0",
        "put, 8",
        "put, 4096",
        "get, 0",
        "get, 8",
        "get, 4096",
        "putv, 8",
        "putv, 512",
        "getv, 8",
        "getv, 512",
        "rmw, 8",
        "amsend, 0",
        "amsend, 8",
        "amsend, 4096",
        "counters, 0"
    })
    void operationsInOneJvmAllocateNothing(String operation, int bytes) {
        Job.run(2, endpoint -> measure(operation, bytes, 0, endpoint.world()));
    }

    @ParameterizedTest
    @CsvSource({"fence", "gfence"})
    void aFenceMakesOneObject(String operation) {
        Job.run(2, endpoint -> measure(operation, 0, FENCE_BYTES, endpoint.world()));
    }

    /** Measurements between JVMs, whose names are the arguments. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                for (String each : args) {
                    String[] words = each.split(" ");
                    measure(words[0], Integer.parseInt(words[1]), Long.parseLong(words[2]), endpoint.world());
                    TwoJvms.passed(each);
                }
            });
        }
    }

    @Test
    void operationsBetweenJvmsAllocateNothing() {
        String[] measurements = Stream.of(
                        Stream.of("counters 0", "rmw 8"),
                        Stream.of("put", "get", "amsend")
                                .flatMap(each -> Stream.of(0, 8, 4096).map(bytes -> each + " " + bytes)),
                        Stream.of("putv", "getv")
                                .flatMap(each -> Stream.of(8, 512).map(bytes -> each + " " + bytes)))
                .flatMap(each -> each)
                .map(each -> each + " 0")
                .toArray(String[]::new);
        TwoJvms.run(Program.class, NetworkOptions.MAPPED, measurements);
    }

    /** Nor is there an object that only the compiler removes: a busy machine compiles late, and otherwise. */
    @Test
    void oneSidedOperationsBetweenJvmsMakeNoObject() {
        TwoJvms.runWithAllObjects(Program.class, NetworkOptions.MAPPED, "rmw 8 0", "put 8 0", "get 8 0", "putv 8 0");
    }

    @Test
    void aFenceBetweenJvmsMakesOneObject() {
        TwoJvms.run(Program.class, NetworkOptions.MAPPED, "fence 0 " + FENCE_BYTES, "gfence 0 " + FENCE_BYTES);
    }
}
