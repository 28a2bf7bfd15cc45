package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.Communicator;
import org.sennit.message.Status;
import org.sennit.testkit.SeededRandom;

/** Endpoints that a communicator makes, a thread for each: what they send and gather arrives at the right ones. */
final class EndpointsPhase {
    private EndpointsPhase() {}

    static void run(Communicator world, SeededRandom random) throws InterruptedException {
        int[] counts = new int[world.size()];
        int total = 0;
        for (int rank = 0; rank < counts.length; rank++) {
            counts[rank] = random.nextInt(3);
            total += counts[rank];
        }
        int length = 1 + random.nextInt(random.nextInt(4) == 0 ? 20_000 : 50);
        List<Communicator> made = world.createEndpoints(counts[world.rank()]);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (Communicator each : made) {
            if (each.size() != total) {
                throw new AssertionError(each + " has size " + each.size() + ", not " + total);
            }
            threads.add(Thread.ofPlatform().daemon(true).name(each.toString()).start(() -> {
                try (each) {
                    talk(each, length);
                } catch (Throwable e) {
                    failure.set(e);
                    world.abort(e); // or the others wait
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError("on a new endpoint", failure.get());
        }
    }

    private static void talk(Communicator endpoints, int length) {
        int size = endpoints.size();
        int right = (endpoints.rank() + 1) % size;
        int left = (endpoints.rank() + size - 1) % size;
        byte[] arrived = new byte[length];
        Status status = new Status();
        endpoints.sendReceive(bytes(endpoints.rank(), length), right, 1, arrived, left, 1, status);
        if (status.source() != left || status.countBytes() != length) {
            throw new AssertionError("from " + left + " to " + endpoints.rank() + ": " + status);
        }
        check(arrived, left, 0, length);
        byte[] all = new byte[size * length];
        endpoints.allgather(bytes(endpoints.rank(), length), all);
        for (int rank = 0; rank < size; rank++) {
            check(all, rank, rank * length, length);
        }
    }

    private static byte[] bytes(int rank, int length) {
        byte[] bytes = new byte[length];
        new MessageBytes(rank).next(bytes, 0, length);
        return bytes;
    }

    private static void check(byte[] memory, int rank, int from, int length) {
        byte[] expected = bytes(rank, length);
        if (!java.util.Arrays.equals(memory, from, from + length, expected, 0, length)) {
            throw new AssertionError("what came is not what endpoint " + rank + " has sent");
        }
    }
}
