package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.sennit.Communicator;
import org.sennit.Group;
import org.sennit.Intercommunicator;
import org.sennit.PendingCommunicator;

/**
 * Random families: communicators made of communicators in every way, all alive at once, and none ever gets a message of
 * another. All ranks draw the same numbers, so they know of each communicator whether they are in it.
 */
final class FamilyBehaviours {
    private static final int GENERATIONS = 60;
    private static final int MOST_ALIVE = 12;

    private FamilyBehaviours() {}

    static List<Behaviour> all() {
        return List.of(new Behaviour("families", world -> EndpointThreads.run(world, 2, FamilyBehaviours::family)));
    }

    /**
     * A communicator as all know it: the ranks of its members in the first one, and this endpoint's handle, if there is
     * one.
     */
    private record Relative(int[] members, Communicator handle) {
        boolean isHere() {
            return handle != null;
        }
    }

    private static void family(Communicator first) {
        long seed = Long.getLong("sennit.test.seed", 20_261_121);
        SplittableRandom random = new SplittableRandom(seed);
        List<Relative> alive = new ArrayList<>();
        try {
            alive.add(new Relative(IntStream.range(0, first.size()).toArray(), first.duplicate()));
            for (int i = 0; i < GENERATIONS; i++) {
                Relative parent = alive.get(random.nextInt(alive.size()));
                List<Relative> children = children(parent, random);
                for (Relative child : children) {
                    check(child, first.rank());
                }
                alive.addAll(children);
                while (alive.size() > MOST_ALIVE) {
                    Relative gone = alive.remove(1 + random.nextInt(alive.size() - 1));
                    if (gone.isHere()) {
                        gone.handle.close();
                    }
                }
            }
            leaveAndFind(alive);
            alive.stream().filter(Relative::isHere).forEach(relative -> relative.handle.close());
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("-Dsennit.test.seed=" + seed, e);
        }
    }

    /** Each member sends its number in the first communicator, and the child has the members that it should have. */
    private static void check(Relative child, int ownName) {
        if (!child.isHere()) {
            return;
        }
        assertEquals(child.members.length, child.handle.size());
        assertEquals(ownName, child.members[child.handle.rank()]);
        EndpointBehaviours.talkToAll(child.handle);
    }

    /**
     * A message in every communicator, all with one tag; then they are looked for from the last communicator to the
     * first.
     */
    private static void leaveAndFind(List<Relative> alive) {
        for (int i = 0; i < alive.size(); i++) {
            if (alive.get(i).isHere()) {
                Communicator handle = alive.get(i).handle;
                handle.send(new int[] {i}, (handle.rank() + 1) % handle.size(), 3);
            }
        }
        for (int i = alive.size() - 1; i >= 0; i--) {
            if (alive.get(i).isHere()) {
                int[] value = new int[1];
                alive.get(i).handle.receive(value, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
                assertEquals(i, value[0]);
                assertFalse(
                        alive.get(i).handle.nonblocking().probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, null));
            }
        }
    }

    private static List<Relative> children(Relative parent, SplittableRandom random) {
        int n = parent.members.length;
        int cut = n == 1 ? 1 : 1 + random.nextInt(n - 1); // into [0, cut) and [cut, n)
        int way = random.nextInt(6);
        boolean isLow = parent.isHere() && parent.handle.rank() < cut;
        int[] low = IntStream.range(0, cut).toArray();
        int[] high = IntStream.range(cut, n).toArray();
        return switch (way) {
            case 0 -> List.of(of(parent, IntStream.range(0, n).toArray(), handle -> handle.duplicate()));
            case 1 ->
                List.of(of(parent, IntStream.range(0, n).toArray(), handle -> {
                    PendingCommunicator one = handle.nonblocking().duplicate();
                    PendingCommunicator other = handle.nonblocking().duplicate();
                    other.await();
                    one.await();
                    other.duplicate().close();
                    return one.duplicate();
                }));
            case 2 -> { // reversed halves
                Communicator half = parent.isHere() ? parent.handle.split(isLow ? 1 : 2, -parent.handle.rank()) : null;
                yield halves(parent, reversed(low), reversed(high), half, isLow);
            }
            case 3 -> {
                Communicator half = parent.isHere() ? parent.handle.create(group(parent, isLow ? low : high)) : null;
                yield halves(parent, low, high, half, isLow);
            }
            case 4 -> { // both groups at the same time
                Communicator half =
                        parent.isHere() ? parent.handle.createFromGroup(group(parent, isLow ? low : high), 3) : null;
                yield halves(parent, low, high, half, isLow);
            }
            default -> { // through an intercommunicator, the high ones first
                if (cut == n) {
                    yield List.of();
                }
                yield List.of(of(
                        parent,
                        IntStream.concat(IntStream.of(high), IntStream.of(low)).toArray(),
                        handle -> merged(handle, isLow, cut)));
            }
        };
    }

    private static Communicator merged(Communicator handle, boolean isLow, int cut) {
        try (Communicator side = handle.split(isLow ? 0 : 1, 0);
                Intercommunicator inter =
                        side.createIntercommunicator(side.size() - 1, handle, isLow ? handle.size() - 1 : cut - 1, 3)) {
            return inter.merge(isLow);
        }
    }

    /** How a member makes a child. */
    @FunctionalInterface
    private interface Birth {
        Communicator of(Communicator parent);
    }

    private static Relative of(Relative parent, int[] ranks, Birth birth) {
        return new Relative(named(parent, ranks), parent.isHere() ? birth.of(parent.handle) : null);
    }

    private static List<Relative> halves(Relative parent, int[] low, int[] high, Communicator own, boolean isLow) {
        List<Relative> halves = new ArrayList<>();
        halves.add(new Relative(named(parent, low), isLow ? own : null));
        if (high.length > 0) {
            halves.add(new Relative(named(parent, high), isLow ? null : own));
        }
        return halves;
    }

    private static Group group(Relative parent, int[] ranks) {
        return parent.handle.group().include(ranks);
    }

    private static int[] named(Relative parent, int[] ranks) {
        return IntStream.of(ranks).map(r -> parent.members[r]).toArray();
    }

    private static int[] reversed(int[] ranks) {
        return IntStream.range(0, ranks.length)
                .map(i -> ranks[ranks.length - 1 - i])
                .toArray();
    }
}
