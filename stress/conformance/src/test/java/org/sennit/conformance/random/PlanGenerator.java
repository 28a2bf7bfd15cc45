package org.sennit.conformance.random;

import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.ANY_TAG;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sennit.testkit.SeededRandom;

/**
 * Makes random programs that complete whatever the timing. Receives with wildcards may take each other's messages, so
 * those of one rank and communicator are of one style: by tag, by source, all wild, or all classes where all messages
 * are alike, so that all of a group fit all of the group; or in layers, the exact ones posted before those that may
 * take their messages. And blocking calls are where {@link Order} lets them. Collectives come in one order on all
 * ranks, those that block before all messages.
 */
final class PlanGenerator {
    private static final int[] EDGES = {0, 1, 7, 8, 63, 64, 65, 87, 88, 89, 255, 256, 257, 4095, 4096, 4097, 8191, 8193
    };
    private static final int[] LONG_EDGES = {16383, 16384, 16385, 24577, 32769, 65535, 65536, 65537, 131073, 262145};

    private final SeededRandom random;
    private final int ranks;
    private final Order order;
    private final List<Message> messages = new ArrayList<>();
    private final List<List<Receive>> receives = new ArrayList<>();
    private final int[][] onlySource; // of all that a rank gets on a communicator, or −1
    private final boolean isMixed;
    private final List<Birth> births;
    private final Elements elements;

    private PlanGenerator(long seed, int ranks) {
        this.random = new SeededRandom(seed);
        this.ranks = ranks;
        this.order = random.oneOf(Order.values());
        this.isMixed = random.nextInt(4) == 0;
        this.elements = random.oneOf(Elements.values());
        this.births = births();
        this.onlySource = new int[ranks][RandomPlan.COMMUNICATORS];
        for (int rank = 0; rank < ranks; rank++) {
            receives.add(new ArrayList<>());
            for (int communicator = 0; communicator < RandomPlan.COMMUNICATORS; communicator++) {
                onlySource[rank][communicator] = random.nextInt(4) == 0 ? random.nextInt(ranks) : -1;
            }
        }
    }

    /**
     * Makes the program of a seed.
     *
     * @param seed any
     * @param ranks how many ranks run it
     * @param isShared whether several threads may use an endpoint
     */
    static RandomPlan plan(long seed, int ranks, boolean isShared) {
        PlanGenerator generator = new PlanGenerator(seed, ranks);
        RandomPlan plan = generator.plan(seed);
        boolean isTwofold = isShared && generator.random.nextBoolean();
        return isTwofold ? plan.with(plan.side().with(plan(~seed, ranks, false))) : plan;
    }

    private RandomPlan plan(long seed) {
        int rounds = 1 + random.nextInt(3);
        if (random.nextInt(4) == 0) {
            addExchange((seed & 2) != 0);
        }
        int exchanged = messages.size();
        int count = 1 + random.nextInt(4 * ranks + 20);
        int tags = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            addMessage(tags);
        }
        List<Message> others = messages.subList(exchanged, messages.size());
        for (int rank = 0; rank < ranks; rank++) {
            addReceives(rank, others);
        }
        return new RandomPlan(
                seed,
                order,
                rounds,
                List.copyOf(messages),
                receives.stream().map(List::copyOf).toList(),
                transfers(),
                births,
                calls(),
                side());
    }

    /** In half of the programs nothing of a kind. */
    private SideWork side() {
        List<Phase> phases = new ArrayList<>();
        for (int i = random.nextInt(6) - 3; i > 0; i--) {
            phases.add(new Phase(phases.size(), random.oneOf(Phase.Kind.values()), random.nextLong()));
        }
        List<Parcel> parcels = new ArrayList<>();
        for (int i = random.nextInt(12) - 6; i > 0; i--) {
            parcels.add(new Parcel(
                    parcels.size(),
                    random.nextInt(ranks),
                    random.nextInt(ranks),
                    random.nextInt(2),
                    random.oneOf(Parcel.Way.values()),
                    random.nextLong()));
        }
        return new SideWork(List.copyOf(phases), List.copyOf(parcels), Math.max(0, random.nextInt(6) - 3), null);
    }

    private List<Birth> births() {
        List<Birth> list = new ArrayList<>();
        for (int i = random.nextInt(9) - 6; i > 0; i--) {
            list.add(random.oneOf(Birth.values()));
        }
        return List.copyOf(list);
    }

    /** In half of the programs none; else now and then more than can be under way at once. */
    private List<GroupCall> calls() {
        List<GroupCall> calls = new ArrayList<>();
        int count = random.nextInt(16) == 0 ? 24 : random.nextInt(12) - 6;
        for (int i = 0; i < count; i++) {
            boolean isFirst = random.nextInt(3) == 0;
            // Between the messages all meet at a barrier on communicator 0, at a time of each rank's own.
            int group = isFirst ? 0 : 1;
            group += random.nextInt(RandomPlan.COMMUNICATORS + births.size() - group);
            calls.add(new GroupCall(i, random.nextLong(), group, isFirst));
        }
        return List.copyOf(calls);
    }

    /** In half of the programs none. */
    private List<Transfer> transfers() {
        List<Transfer> transfers = new ArrayList<>();
        for (int i = random.nextInt(8) - 4; i > 0; i--) {
            Elements simple = random.oneOf(Elements.BYTES, Elements.SHORTS, Elements.INTS, Elements.DOUBLES);
            int grain = 1 + random.nextInt(random.nextInt(4) == 0 ? 2000 : 30);
            transfers.add(new Transfer(
                    transfers.size(),
                    random.nextInt(ranks),
                    random.nextInt(ranks),
                    random.nextInt(RandomPlan.COMMUNICATORS),
                    random.nextInt(2),
                    simple,
                    1 + random.nextInt(5),
                    1 + random.nextInt(5),
                    grain,
                    random.nextInt(3),
                    random.nextInt(3),
                    sideBySide(MemoryKind.values()),
                    sideBySide(MemoryKind.values())));
        }
        return List.copyOf(transfers);
    }

    private Place sideBySide(MemoryKind... kinds) {
        return new Place(random.oneOf(kinds), 1, random.nextInt(9), 0);
    }

    // ---- messages ----

    /** Each rank sends to one neighbor and receives from another; as much where both are in one memory. */
    private void addExchange(boolean isReplacing) {
        int shift = random.nextInt(ranks);
        int communicator = random.nextInt(RandomPlan.COMMUNICATORS);
        int tag = random.nextInt(3);
        int common = units(elements);
        for (int rank = 0; rank < ranks; rank++) {
            int destination = (rank + shift) % ranks;
            int units = isReplacing ? common : units(elements);
            int id = messages.size();
            Message m = new Message(
                    id,
                    rank,
                    destination,
                    communicator,
                    tag,
                    elements,
                    units,
                    SendMode.STANDARD,
                    Way.EXCHANGE,
                    place());
            messages.add(m);
            receives.get(destination)
                    .add(new Receive(id, communicator, rank, tag, elements, units, Way.EXCHANGE, place()));
        }
    }

    private void addMessage(int tags) {
        Elements mine = isMixed && random.nextInt(8) == 0 ? random.oneOf(Elements.values()) : elements;
        int destination = random.nextInt(ranks);
        int communicator = random.nextInt(RandomPlan.COMMUNICATORS);
        int only = onlySource[destination][communicator];
        int source = only >= 0 ? only : random.nextInt(ranks);
        messages.add(new Message(
                messages.size(),
                source,
                destination,
                communicator,
                only >= 0 ? 0 : random.nextInt(tags),
                mine,
                units(mine),
                mode(),
                wayToSend(source == destination),
                place()));
    }

    private SendMode mode() {
        return random.nextBoolean()
                ? SendMode.STANDARD
                : order == Order.RECEIVES_FIRST
                        ? random.oneOf(SendMode.values())
                        : random.oneOf(SendMode.SYNCHRONOUS, SendMode.BUFFERED);
    }

    private Way wayToSend(boolean isToSelf) {
        boolean mayBlock = order == Order.RECEIVES_FIRST || order == Order.IN_TURN && !isToSelf;
        return mayBlock
                ? random.oneOf(Way.BLOCKING, Way.NONBLOCKING, Way.PERSISTENT, Way.FUTURE)
                : random.oneOf(Way.NONBLOCKING, Way.NONBLOCKING, Way.PERSISTENT, Way.FUTURE);
    }

    private int units(Elements of) {
        return lengthBytes() / of.bytes();
    }

    /** Mostly short, since each byte is looked at several times; many short programs find more than few long ones. */
    private int lengthBytes() {
        int perMille = random.nextInt(1000);
        if (perMille < 2) {
            return (1 << 20) + random.nextInt(1 << 20);
        } else if (perMille < 10) {
            return LONG_EDGES[random.nextInt(LONG_EDGES.length)];
        } else if (perMille < 40) {
            return random.nextInt(20_000);
        } else if (perMille < 600) {
            return random.nextInt(300);
        }
        return EDGES[random.nextInt(EDGES.length)];
    }

    private Place place() {
        return new Place(
                random.oneOf(MemoryKind.values()),
                random.nextInt(8) == 0 ? 2 + random.nextInt(3) : 1,
                random.nextInt(9),
                random.nextInt(3) == 0 ? 0 : random.nextInt(1000));
    }

    // ---- receives ----

    private void addReceives(int rank, List<Message> all) {
        List<List<Receive>> lists = new ArrayList<>();
        for (int communicator = 0; communicator < RandomPlan.COMMUNICATORS; communicator++) {
            int which = communicator;
            List<Message> mine = all.stream()
                    .filter(m -> m.destination() == rank && m.communicator() == which)
                    .toList();
            lists.add(order == Order.IN_TURN ? exact(mine) : inSomeStyle(mine));
        }
        List<Receive> merged = merge(lists);
        if (order == Order.IN_TURN) {
            merged.sort(java.util.Comparator.comparingInt(Receive::id));
        }
        receives.get(rank).addAll(merged);
    }

    private List<Receive> inSomeStyle(List<Message> mine) {
        if (mine.stream().allMatch(m -> isAlike(m, mine.getFirst()))) {
            return ofAllClasses(mine);
        }
        return switch (random.nextInt(5)) {
            case 0 -> shuffled(grouped(mine, Message::tag, true));
            case 1 -> shuffled(grouped(mine, Message::source, false));
            case 2 -> wild(mine, ANY_SOURCE, ANY_TAG);
            default -> layered(mine);
        };
    }

    private List<Receive> grouped(List<Message> mine, Function<Message, Integer> key, boolean isByTag) {
        List<Receive> list = new ArrayList<>();
        Map<Integer, List<Message>> groups =
                mine.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
        groups.forEach((k, group) -> {
            if (random.nextBoolean()) {
                list.addAll(exact(group));
            } else {
                list.addAll(isByTag ? wild(group, ANY_SOURCE, k) : wild(group, k, ANY_TAG));
            }
        });
        return list;
    }

    private static boolean isAlike(Message a, Message b) {
        return a.source() == b.source() && a.tag() == b.tag();
    }

    /** Messages of one sender and one tag alone may be received with all wildcards in any order. */
    private List<Receive> ofAllClasses(List<Message> mine) {
        List<Receive> list = new ArrayList<>();
        for (Message m : mine) {
            int source = random.nextBoolean() ? ANY_SOURCE : m.source();
            int tag = random.nextBoolean() ? ANY_TAG : m.tag();
            list.add(receive(m, source, tag, longest(mine, m, source, tag)));
        }
        return list;
    }

    /** Exact receives first, then those with one wildcard, of one kind, then those with two. */
    private List<Receive> layered(List<Message> mine) {
        boolean isByTag = random.nextBoolean();
        List<List<Receive>> layers = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Message m : mine) {
            int wildcards = random.nextInt(3);
            int source = wildcards == 2 || wildcards == 1 && isByTag ? ANY_SOURCE : m.source();
            int tag = wildcards == 2 || wildcards == 1 && !isByTag ? ANY_TAG : m.tag();
            layers.get(wildcards).add(receive(m, source, tag, longest(mine, m, source, tag)));
        }
        List<Receive> list = new ArrayList<>();
        layers.forEach(layer -> list.addAll(shuffled(layer)));
        return list;
    }

    private List<Receive> exact(List<Message> group) {
        List<Receive> list = new ArrayList<>();
        for (Message m : group) {
            list.add(receive(m, m.source(), m.tag(), longest(group, m, m.source(), m.tag())));
        }
        return list;
    }

    private List<Receive> wild(List<Message> group, int source, int tag) {
        List<Receive> list = new ArrayList<>();
        for (Message m : group) {
            list.add(receive(m, source, tag, longest(group, m, source, tag)));
        }
        return list;
    }

    /** Now and then a receive has less room than the longest message that may come. */
    private Receive receive(Message m, int source, int tag, int longest) {
        Elements mine = isMixed && random.nextInt(8) == 0 ? random.oneOf(Elements.values()) : m.elements();
        int room = (longest + mine.bytes() - 1) / mine.bytes();
        boolean isShort = random.nextInt(40) == 0;
        int units = isShort ? random.nextInt(room + 1) : room + random.nextInt(3);
        return new Receive(m.id(), m.communicator(), source, tag, mine, units, wayToReceive(), place());
    }

    private Way wayToReceive() {
        return switch (order) {
            case RECEIVES_FIRST ->
                random.oneOf(
                        Way.NONBLOCKING, Way.NONBLOCKING, Way.NONBLOCKING, Way.PERSISTENT, Way.CANCELLED, Way.FUTURE);
            case SENDS_FIRST, IN_TURN ->
                random.oneOf(
                        Way.BLOCKING,
                        Way.NONBLOCKING,
                        Way.NONBLOCKING,
                        Way.PROBED,
                        Way.MATCHED,
                        Way.POLLED,
                        Way.FUTURE,
                        Way.CANCELLED,
                        Way.PERSISTENT);
        };
    }

    private static int longest(List<Message> group, Message m, int source, int tag) {
        Receive any = new Receive(0, m.communicator(), source, tag, m.elements(), 0, Way.BLOCKING, Place.SIMPLEST);
        return group.stream()
                .filter(any::fits)
                .mapToInt(Message::lengthBytes)
                .max()
                .orElse(0);
    }

    private List<Receive> shuffled(List<Receive> list) {
        Collections.shuffle(list, new Random(random.nextLong()));
        return list;
    }

    /** One list of several, each in its own order. */
    private List<Receive> merge(List<List<Receive>> lists) {
        List<Receive> merged = new ArrayList<>();
        List<List<Receive>> rest = new ArrayList<>();
        lists.forEach(list -> rest.add(new ArrayList<>(list)));
        rest.removeIf(List::isEmpty);
        while (!rest.isEmpty()) {
            List<Receive> from = rest.get(random.nextInt(rest.size()));
            merged.add(from.removeFirst());
            rest.removeIf(List::isEmpty);
        }
        return merged;
    }
}
