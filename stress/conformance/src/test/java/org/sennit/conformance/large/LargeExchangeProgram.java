package org.sennit.conformance.large;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/**
 * In each round some pairs of ranks exchange messages of random lengths, all at once, from and into memory of random
 * kinds at odd places. All ranks draw the same numbers, so each knows its part.
 */
public final class LargeExchangeProgram {
    private static final int MESSAGES = 6;
    private static final int MARGIN = 13;
    private static final byte GUARD = 0x33;

    private LargeExchangeProgram() {}

    /** Where a message lies. */
    private enum Kind {
        HEAP,
        AUTOMATIC,
        CLOSEABLE,
        CONFINED,
        SHARED,
        /** Shared, with a gap behind each byte. */
        GAPS
    }

    /** One message of a round, as both its ranks know it. */
    private record Message(int from, int to, int bytes, Kind source, Kind target, long seed, int tag) {}

    /**
     * Runs the program.
     *
     * @param args the seed and the number of rounds
     */
    public static void main(String[] args) {
        Job.run(2, endpoint -> {
            SplittableRandom random = new SplittableRandom(Long.parseLong(args[0]));
            for (int round = 0; round < Integer.parseInt(args[1]); round++) {
                round(endpoint, random);
            }
            endpoint.world().barrier();
            if (endpoint.world().rank() == 0) {
                System.out.println("all rounds done");
            }
        });
    }

    private static void round(Endpoint endpoint, SplittableRandom random) {
        Communicator world = endpoint.world();
        List<Message> plan = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            plan.add(new Message(
                    random.nextInt(world.size()),
                    random.nextInt(world.size()),
                    1 + random.nextInt(1 << random.nextInt(10, 22)),
                    Kind.values()[random.nextInt(Kind.values().length)],
                    Kind.values()[random.nextInt(Kind.values().length)],
                    random.nextLong(),
                    i));
        }
        try (Arena shared = endpoint.newSharedArena();
                Arena confined = Arena.ofConfined();
                Arena closeable = Arena.ofShared()) {
            List<Request> requests = new ArrayList<>();
            List<MemorySegment> targets = new ArrayList<>();
            for (Message message : plan) {
                if (message.to() == world.rank()) {
                    MemorySegment all = memory(message.target(), message.bytes(), shared, confined, closeable);
                    targets.add(all);
                    requests.add(world.nonblocking()
                            .receive(
                                    inner(all),
                                    layout(message.target(), message.bytes()),
                                    message.from(),
                                    message.tag()));
                }
            }
            for (Message message : plan) {
                if (message.from() == world.rank()) {
                    MemorySegment all = memory(message.source(), message.bytes(), shared, confined, closeable);
                    fill(all, message);
                    requests.add(world.nonblocking()
                            .send(inner(all), layout(message.source(), message.bytes()), message.to(), message.tag()));
                }
            }
            requests.forEach(Request::await);
            int next = 0;
            for (Message message : plan) {
                if (message.to() == world.rank()) {
                    check(targets.get(next++), message);
                }
            }
            world.barrier(); // the arenas are closed when no rank reads them any more
        }
    }

    private static MemorySegment memory(Kind kind, int bytes, Arena shared, Arena confined, Arena closeable) {
        long length = (kind == Kind.GAPS ? 2L : 1) * bytes + 2 * MARGIN;
        MemorySegment all = switch (kind) {
            case HEAP -> MemorySegment.ofArray(new byte[(int) length]);
            case AUTOMATIC -> Arena.ofAuto().allocate(length);
            case CLOSEABLE -> closeable.allocate(length);
            case CONFINED -> confined.allocate(length);
            case SHARED, GAPS -> shared.allocate(length);
        };
        return all.fill(GUARD);
    }

    private static MemorySegment inner(MemorySegment all) {
        return all.asSlice(MARGIN, all.byteSize() - 2 * MARGIN);
    }

    private static DataLayout layout(Kind kind, int bytes) {
        return kind == Kind.GAPS ? DataLayout.vector(bytes, 1, 2, DataLayout.BYTE) : DataLayout.BYTE.count(bytes);
    }

    private static byte byteAt(Message message, long i) {
        return (byte) (message.seed() + i * 131 + (i >> 8));
    }

    private static void fill(MemorySegment all, Message message) {
        int stride = message.source() == Kind.GAPS ? 2 : 1;
        for (long i = 0; i < message.bytes(); i++) {
            all.set(ValueLayout.JAVA_BYTE, MARGIN + i * stride, byteAt(message, i));
        }
    }

    private static void check(MemorySegment all, Message message) {
        int stride = message.target() == Kind.GAPS ? 2 : 1;
        for (long place = -MARGIN; place < all.byteSize() - MARGIN; place++) {
            boolean isMessage = place >= 0 && place % stride == 0 && place / stride < message.bytes();
            byte expected = isMessage ? byteAt(message, place / stride) : GUARD;
            if (all.get(ValueLayout.JAVA_BYTE, MARGIN + place) != expected) {
                throw new AssertionError("wrong byte: place=" + place + " " + message);
            }
        }
    }
}
