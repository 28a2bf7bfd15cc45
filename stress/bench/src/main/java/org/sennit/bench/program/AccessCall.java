package org.sennit.bench.program;

import org.sennit.AccessRequests;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.message.DataLayout;
import org.sennit.message.SennitException;

/** One access to the memory of another rank. Does not wait for its end. */
@FunctionalInterface
interface AccessCall {
    /** Calls it, at a displacement in bytes. */
    void run(int target, long displacement);

    /** Returns whether others' memory is accessed directly, so that a call that reads is complete when it returns. */
    private static boolean isReached(Window window, Communicator world) {
        try {
            return window.shared(1 - world.rank()) != null;
        } catch (SennitException e) {
            return false;
        }
    }

    /** Returns an access that reads, of which many may be under way until a flush; null for other benchmarks. */
    private static AccessCall withRequest(
            Window window, Benchmark benchmark, Object in, Object out, DataLayout layout) {
        AccessRequests requests = window.nonblocking();
        return switch (benchmark) {
            case GET_BANDWIDTH -> (target, at) -> requests.get(out, layout, target, at, layout);
            case FETCH_AND_OP_RATE ->
                (target, at) -> requests.fetchAndOp(in, out, DataLayout.LONG, target, at, Operation.SUM);
            case COMPARE_AND_SWAP_RATE ->
                (target, at) -> requests.compareAndSwap(in, in, out, DataLayout.LONG, target, at);
            default -> null;
        };
    }

    /** Returns the access that a plan measures, with the memory of its origin. */
    static AccessCall of(Window window, Communicator world, Plan plan, long sizeBytes) {
        boolean isArray = plan.memory() == Plan.MemoryKind.ARRAY;
        Object in = BenchMemory.ofWords(world, plan, sizeBytes);
        Object out = BenchMemory.ofWords(world, plan, sizeBytes);
        boolean isOfWords = sizeBytes % Long.BYTES == 0;
        DataLayout layout =
                isOfWords ? DataLayout.LONG.count(sizeBytes / Long.BYTES) : DataLayout.BYTE.count(sizeBytes);
        AccessCall manyUnderWay =
                isReached(window, world) ? null : withRequest(window, plan.benchmark(), in, out, layout);
        return manyUnderWay != null
                ? manyUnderWay
                : switch (plan.benchmark()) {
                    case PUT, PUT_BANDWIDTH, PUT_BI_BANDWIDTH ->
                        isArray
                                ? (target, at) -> window.put(in, target, at)
                                : (target, at) -> window.put(in, layout, target, at, layout);
                    case GET, GET_BANDWIDTH ->
                        isArray
                                ? (target, at) -> window.get(out, target, at)
                                : (target, at) -> window.get(out, layout, target, at, layout);
                    case ACCUMULATE ->
                        isArray
                                ? (target, at) -> window.accumulate(in, target, at, Operation.SUM)
                                : (target, at) -> window.accumulate(in, layout, target, at, layout, Operation.SUM);
                    case GET_ACCUMULATE ->
                        isArray
                                ? (target, at) -> window.getAccumulate(in, out, target, at, Operation.SUM)
                                : (target, at) -> window.getAccumulate(
                                        in, layout, out, layout, target, at, layout, Operation.SUM);
                    case FETCH_AND_OP, FETCH_AND_OP_RATE ->
                        (target, at) -> window.fetchAndOp(in, out, DataLayout.LONG, target, at, Operation.SUM);
                    case COMPARE_AND_SWAP, COMPARE_AND_SWAP_RATE ->
                        (target, at) -> window.compareAndSwap(in, in, out, DataLayout.LONG, target, at);
                    default ->
                        throw new IllegalArgumentException(
                                "no access: " + plan.benchmark().word());
                };
    }
}
