package org.sennit.conformance.random;

import static org.sennit.endpoints.api.Communicator.ANY_SOURCE;
import static org.sennit.endpoints.api.Communicator.ANY_TAG;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.sennit.testkit.SeededRandom;

/**
 * What all ranks do in one random case: who sends what to whom, and which receives each rank posts, in which order.
 * Every rank makes the same plan from the same seed, so each knows what the others send without being told.
 *
 * <p>A plan never deadlocks by itself: for each rank, communicator and tag (or source) the receives are either all
 * exact or all wildcards, so that no wildcard can take what an exact receive waits for; and where blocking sends of any
 * length are used, all receives have been posted before.
 */
final class RandomPlan {
    static final int COMMUNICATORS = 2;

    private static final int[] EDGES = {
        0, 1, 7, 8, 63, 64, 65, 87, 88, 89, 255, 256, 257, 4095, 4096, 4097, 8191, 8193, 16384, 24577, 32769, 65535,
        65536, 65537, 131073
    };

    /** A message. Its number also tells its bytes. */
    record Message(
            long number,
            int source,
            int destination,
            int communicator,
            int tag,
            int length,
            MemoryKind memory,
            int offset,
            boolean isBlocking) {}

    /** A receive, as its rank posts it. */
    record Receive(
            int communicator, int source, int tag, int capacity, MemoryKind memory, int offset, boolean isBlocking) {
        boolean fits(Message message) {
            return communicator == message.communicator
                    && (source == ANY_SOURCE || source == message.source)
                    && (tag == ANY_TAG || tag == message.tag);
        }
    }

    final long seed;
    final boolean isReceivingFirst;
    final List<Message> messages = new ArrayList<>();
    final List<List<Receive>> receivesOf = new ArrayList<>();
    private final SeededRandom random;

    RandomPlan(long seed, int ranks) {
        this.seed = seed;
        this.random = new SeededRandom(seed);
        this.isReceivingFirst = random.nextBoolean();
        int count = 1 + random.nextInt(4 * ranks + 20);
        int tags = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            messages.add(message(i, ranks, tags));
        }
        for (int rank = 0; rank < ranks; rank++) {
            receivesOf.add(receives(rank));
        }
    }

    private Message message(int i, int ranks, int tags) {
        int length = length();
        boolean isBlocking = random.nextBoolean() && (isReceivingFirst || length == 0);
        return new Message(
                seed + i,
                random.nextInt(ranks),
                random.nextInt(ranks),
                random.nextInt(COMMUNICATORS),
                random.nextInt(tags),
                length,
                random.oneOf(MemoryKind.values()),
                random.nextInt(9),
                isBlocking);
    }

    private int length() {
        int percent = random.nextInt(100);
        if (percent < 2) {
            return (1 << 20) + random.nextInt(1 << 20);
        } else if (percent < 17) {
            return random.nextInt(70_000);
        } else if (percent < 47) {
            return random.nextInt(300);
        }
        return EDGES[random.nextInt(EDGES.length)];
    }

    private List<Receive> receives(int rank) {
        List<Receive> receives = new ArrayList<>();
        for (int communicator = 0; communicator < COMMUNICATORS; communicator++) {
            int which = communicator;
            List<Message> mine = messages.stream()
                    .filter(m -> m.destination == rank && m.communicator == which)
                    .toList();
            switch (random.nextInt(3)) {
                case 0 -> addByTag(mine, receives);
                case 1 -> addBySource(mine, receives);
                default -> addAll(mine, ANY_SOURCE, ANY_TAG, receives);
            }
        }
        Collections.shuffle(receives, new Random(random.nextLong()));
        return receives;
    }

    private void addByTag(List<Message> mine, List<Receive> receives) {
        Map<Integer, List<Message>> byTag = new HashMap<>();
        mine.forEach(m -> byTag.computeIfAbsent(m.tag, _ -> new ArrayList<>()).add(m));
        byTag.forEach((tag, group) -> {
            if (random.nextBoolean()) {
                addAll(group, ANY_SOURCE, tag, receives);
            } else {
                addExact(group, receives);
            }
        });
    }

    private void addBySource(List<Message> mine, List<Receive> receives) {
        Map<Integer, List<Message>> bySource = new HashMap<>();
        mine.forEach(
                m -> bySource.computeIfAbsent(m.source, _ -> new ArrayList<>()).add(m));
        bySource.forEach((source, group) -> {
            if (random.nextBoolean()) {
                addAll(group, source, ANY_TAG, receives);
            } else {
                addExact(group, receives);
            }
        });
    }

    private void addExact(List<Message> group, List<Receive> receives) {
        for (Message m : group) {
            receives.add(receive(m, m.source, m.tag, longest(group)));
        }
    }

    private void addAll(List<Message> group, int source, int tag, List<Receive> receives) {
        for (Message m : group) {
            receives.add(receive(m, source, tag, longest(group)));
        }
    }

    /** Now and then a receive from a known sender has less room than the longest message that may come. */
    private Receive receive(Message m, int source, int tag, int longest) {
        boolean isShort = source != ANY_SOURCE && random.nextInt(25) == 0;
        int capacity = isShort ? random.nextInt(longest + 1) : longest + random.nextInt(3);
        return new Receive(
                m.communicator,
                source,
                tag,
                capacity,
                random.oneOf(MemoryKind.values()),
                random.nextInt(9),
                !isReceivingFirst && random.nextBoolean());
    }

    private static int longest(List<Message> group) {
        return group.stream().mapToInt(Message::length).max().orElse(0);
    }
}
