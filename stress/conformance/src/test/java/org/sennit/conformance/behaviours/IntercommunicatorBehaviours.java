package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.ANY_TAG;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sennit.Communicator;
import org.sennit.Comparison;
import org.sennit.Group;
import org.sennit.Intercommunicator;
import org.sennit.Operation;
import org.sennit.PendingCommunicator;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * Intercommunicators. The cases are those of the note on endpoints, with two endpoints of each rank, whose ranks are
 * its double and the next: where all ranks are processes of their own, they are as the note has them.
 */
final class IntercommunicatorBehaviours {
    private IntercommunicatorBehaviours() {}

    private static final Sides DISJOINT = new Sides(new int[] {0, 1, 2, 3}, 2, new int[] {4, 5, 6, 7}, 3);
    private static final int[] THREE = {0, 1, 2};
    private static final int[] FIVE = {3, 4, 5, 6, 7};

    static List<Behaviour> all() {
        List<Behaviour> all = new ArrayList<>(List.of(
                of("40 nothingShared", DISJOINT),
                of("41 aSharedProcessWithoutALeader", new Sides(THREE, 0, FIVE, 2)),
                of("42 aSharedProcessWithOneLeader", new Sides(THREE, 2, FIVE, 4)),
                of("43 bothLeadersInOneProcess", new Sides(THREE, 2, FIVE, 0)),
                of("44 oneSideIsTheSharedProcess", new Sides(new int[] {2}, 0, FIVE, 0)),
                of("45 bothSidesInOneProcess", new Sides(new int[] {2}, 0, new int[] {3}, 0)),
                of("46 theExampleOfTheNote", new Sides(new int[] {1, 2, 4, 6}, 0, new int[] {0, 3, 5, 7}, 0))));
        all.addAll(List.of(
                new Behaviour("47 theSameTagTwice", IntercommunicatorBehaviours::sameTag),
                new Behaviour("48 createdWhileMessagesWait", IntercommunicatorBehaviours::messagesWait),
                new Behaviour("49 anEndpointOnBothSidesIsAnErrorOnAll", IntercommunicatorBehaviours::overlap),
                new Behaviour("a leader's wrong argument is an error on its side", IntercommunicatorBehaviours::misuse),
                new Behaviour("50 merged", IntercommunicatorBehaviours::merges),
                new Behaviour("50 mergedAgainstEachOther", IntercommunicatorBehaviours::mixedMerge),
                new Behaviour("51 wildcardsTellRanksOfTheOtherSide", IntercommunicatorBehaviours::wildcards),
                new Behaviour("53 duplicated", IntercommunicatorBehaviours::duplicates),
                new Behaviour("53 split", IntercommunicatorBehaviours::splits),
                new Behaviour("madeOfAGroupOfEachSide", IntercommunicatorBehaviours::groups)));
        return all;
    }

    /** Two sides, by their ranks in the communicator of all, and where in each its leader stands. */
    private record Sides(int[] a, int leaderA, int[] b, int leaderB) {
        /** The intercommunicator as one rank has it; null where it is on no side. */
        Intercommunicator create(Communicator all, int tag) {
            int inA = indexOf(a, all.rank());
            int inB = indexOf(b, all.rank());
            int color = inA >= 0 ? 0 : inB >= 0 ? 1 : Communicator.UNDEFINED;
            try (Communicator side = all.split(color, Math.max(inA, inB))) {
                if (side == null) {
                    return null;
                }
                return inA >= 0
                        ? side.createIntercommunicator(leaderA, inA == leaderA ? all : null, b[leaderB], tag)
                        : side.createIntercommunicator(leaderB, inB == leaderB ? all : null, a[leaderA], tag);
            }
        }

        int[] own(Communicator all) {
            return indexOf(a, all.rank()) >= 0 ? a : b;
        }

        int[] other(Communicator all) {
            return own(all) == a ? b : a;
        }
    }

    private static int indexOf(int[] values, int value) {
        return IntStream.range(0, values.length)
                .filter(i -> values[i] == value)
                .findFirst()
                .orElse(-1);
    }

    /** A test on a case. */
    @FunctionalInterface
    private interface Program {
        void run(Communicator all, Sides sides, Intercommunicator inter);
    }

    private static void onEachSide(Communicator world, Sides sides, Program program) throws Exception {
        EndpointThreads.run(world, 2, all -> {
            try (Intercommunicator inter = sides.create(all, 40)) {
                if (inter != null) {
                    program.run(all, sides, inter);
                }
                all.barrier();
            }
        });
    }

    private static Behaviour of(String name, Sides sides) {
        return new Behaviour(
                name,
                world -> onEachSide(world, sides, (all, s, inter) -> {
                    int[] own = s.own(all);
                    int[] other = s.other(all);
                    assertTrue(inter.isInter());
                    assertEquals(own.length, inter.size());
                    assertEquals(other.length, inter.remoteSize());
                    assertEquals(indexOf(own, all.rank()), inter.rank());
                    assertArrayEquals(own, inter.group().translateRanks(upTo(own.length), all.group()));
                    assertArrayEquals(other, inter.remoteGroup().translateRanks(upTo(other.length), all.group()));
                    talkAcross(inter, all.rank(), other);
                }));
    }

    private static int[] upTo(int n) {
        return IntStream.range(0, n).toArray();
    }

    /** Each sends to each of the other side, and gets one message from each, by wildcard and by name. */
    private static void talkAcross(Intercommunicator inter, int ownName, int[] others) {
        int n = inter.remoteSize();
        for (int round = 0; round < 2; round++) {
            Request[] sends = new Request[n];
            for (int r = 0; r < n; r++) {
                sends[r] = inter.nonblocking().send(new int[] {ownName, others[r], round}, r, 41 + round);
            }
            boolean[] isSeen = new boolean[n];
            for (int i = 0; i < n; i++) {
                int[] value = new int[3];
                Status status = new Status();
                inter.receive(value, round == 0 ? ANY_SOURCE : i, round == 0 ? 41 : ANY_TAG, status);
                assertFalse(isSeen[status.source()], "twice from " + status.source());
                isSeen[status.source()] = true;
                assertArrayEquals(new int[] {others[status.source()], ownName, round}, value);
                assertEquals(41 + round, status.tag());
            }
            Request.awaitAll(sends);
        }
    }

    private static void sameTag(Communicator world) throws Exception {
        EndpointThreads.run(world, 2, all -> {
            Sides sides = new Sides(THREE, 2, FIVE, 0);
            Intercommunicator first = sides.create(all, 7);
            try (Intercommunicator second = sides.create(all, 7)) { // the first is alive
                assertEquals(Comparison.CONGRUENT, first.compare(second));
                int[] value = new int[1];
                Request late = first.nonblocking().receive(value, 0, 1);
                second.send(new int[] {2}, 0, 1);
                if (all.rank() == sides.own(all)[0]) {
                    for (int i = 0; i < second.remoteSize(); i++) {
                        second.receive(new int[1], ANY_SOURCE, 1);
                    }
                    for (int i = 0; i < first.remoteSize(); i++) {
                        first.send(new int[] {1}, i, 1);
                    }
                }
                late.await();
                assertEquals(1, value[0]);
                talkAcross(second, all.rank(), sides.other(all));
            }
            first.close();
            try (Intercommunicator third = sides.create(all, 7)) { // the first is closed
                talkAcross(third, all.rank(), sides.other(all));
            }
        });
    }

    private static void messagesWait(Communicator world) throws Exception {
        EndpointThreads.run(world, 2, all -> {
            int leaderA = DISJOINT.a[DISJOINT.leaderA];
            int leaderB = DISJOINT.b[DISJOINT.leaderB];
            if (all.rank() == leaderA) {
                all.send(new int[] {48}, leaderB, 8);
            } else if (all.rank() == leaderB) {
                all.send(new int[] {49}, leaderA, 8);
            }
            all.barrier();
            try (Intercommunicator inter = DISJOINT.create(all, 8)) {
                talkAcross(inter, all.rank(), DISJOINT.other(all));
            }
            int[] value = new int[1];
            if (all.rank() == leaderA) {
                all.receive(value, leaderB, 8);
                assertEquals(49, value[0]);
            } else if (all.rank() == leaderB) {
                all.receive(value, leaderA, 8);
                assertEquals(48, value[0]);
            }
            assertFalse(all.nonblocking().probe(ANY_SOURCE, ANY_TAG, null));
        });
    }

    private static void overlap(Communicator world) {
        int rank = world.rank();
        try (Communicator a = world.split(rank <= 2 ? 0 : Communicator.UNDEFINED, 0);
                Communicator b = world.split(rank >= 2 ? 0 : Communicator.UNDEFINED, 0)) {
            if (a != null) {
                assertOverlap(() -> a.createIntercommunicator(0, world, 3, 9));
            }
            if (b != null) {
                assertOverlap(() -> b.createIntercommunicator(1, world, 0, 9));
            }
            world.barrier();
        }
    }

    private static void assertOverlap(Runnable creation) {
        SennitException error = assertThrows(SennitException.class, creation::run);
        assertEquals(ErrorClass.GROUP, error.errorClass());
        assertTrue(error.getMessage().contains("both sides"), error.getMessage());
    }

    private static void misuse(Communicator world) {
        SennitException error =
                assertThrows(SennitException.class, () -> world.createIntercommunicator(1, world, 4, 9));
        assertEquals(ErrorClass.RANK, error.errorClass());
        SennitException none = assertThrows(SennitException.class, () -> world.createIntercommunicator(1, null, 0, 9));
        assertEquals(ErrorClass.COMM, none.errorClass());
        SennitException leader =
                assertThrows(SennitException.class, () -> world.createIntercommunicator(-1, world, 0, 9));
        assertEquals(ErrorClass.RANK, leader.errorClass());
    }

    private static void merges(Communicator world) throws Exception {
        Sides sides = new Sides(FIVE, 1, THREE, 0); // A's leader is 4, B's is 0: B is the lower one
        onEachSide(world, sides, (all, s, inter) -> {
            boolean isA = s.own(all) == s.a;
            for (int flags = 0; flags < 4; flags++) {
                boolean isHighA = (flags & 1) != 0;
                boolean isHighB = (flags & 2) != 0;
                boolean isFirstA = isHighA != isHighB && !isHighA;
                try (Communicator merged = inter.merge(isA ? isHighA : isHighB)) {
                    int[] expected = IntStream.concat(
                                    IntStream.of(isFirstA ? FIVE : THREE), IntStream.of(isFirstA ? THREE : FIVE))
                            .toArray();
                    assertFalse(merged.isInter());
                    assertEquals(all.rank(), expected[merged.rank()]);
                    int[] names = new int[merged.size()];
                    merged.allgather(new int[] {all.rank()}, names);
                    assertArrayEquals(expected, names);
                    double[] sum = new double[1];
                    merged.allreduce(new double[] {all.rank()}, sum, Operation.SUM);
                    assertEquals(28, sum[0]);
                    EndpointBehaviours.talkToAll(merged);
                }
            }
        });
    }

    private static void mixedMerge(Communicator world) throws Exception {
        onEachSide(world, DISJOINT, (all, s, inter) -> {
            SennitException error = assertThrows(SennitException.class, () -> inter.merge(all.rank() == 1));
            assertEquals(ErrorClass.ARG, error.errorClass());
            talkAcross(inter, all.rank(), s.other(all)); // it is as it was
        });
    }

    private static void wildcards(Communicator world) throws Exception {
        onEachSide(world, new Sides(THREE, 1, FIVE, 1), (all, s, inter) -> {
            if (s.own(all) == s.b) {
                inter.send(new int[] {all.rank()}, 1, inter.rank());
            } else if (inter.rank() == 1) {
                for (int i = 0; i < inter.remoteSize(); i++) {
                    Status probed = inter.probe(ANY_SOURCE, ANY_TAG);
                    int[] value = new int[1];
                    Status status = new Status();
                    inter.receive(value, probed.source(), ANY_TAG, status);
                    assertEquals(probed.source(), status.source());
                    assertEquals(status.source(), status.tag());
                    assertEquals(FIVE[status.source()], value[0]);
                }
            }
            SennitException error =
                    assertThrows(SennitException.class, () -> inter.send(new int[1], inter.remoteSize(), 1));
            assertEquals(ErrorClass.RANK, error.errorClass());
            int[] one = {1};
            int[] sum = new int[1];
            error = assertThrows(SennitException.class, () -> inter.scan(one, sum, Operation.SUM));
            assertEquals(ErrorClass.COMM, error.errorClass());
            inter.allreduce(one, sum, Operation.SUM);
            assertEquals(inter.remoteSize(), sum[0]); // the other side's
            inter.barrier();
        });
    }

    private static void duplicates(Communicator world) throws Exception {
        onEachSide(world, new Sides(FIVE, 4, THREE, 1), (all, s, inter) -> {
            PendingCommunicator pending = inter.nonblocking().duplicate();
            try (Intercommunicator copy = inter.duplicate()) {
                pending.await();
                try (Intercommunicator other = (Intercommunicator) pending.duplicate()) {
                    assertEquals(Comparison.CONGRUENT, inter.compare(copy));
                    assertEquals(Comparison.CONGRUENT, copy.compare(other));
                    assertEquals(Comparison.IDENTICAL, other.compare(other));
                    assertEquals(Comparison.UNEQUAL, inter.compare(all));
                    List<Intercommunicator> three = List.of(inter, copy, other);
                    int to = inter.rank() % inter.remoteSize();
                    for (int i = 0; i < 3; i++) {
                        three.get(i).send(new int[] {i}, to, 53);
                    }
                    for (int from = 0; from < inter.remoteSize(); from++) {
                        for (int i = 2; i >= 0 && from % inter.size() == inter.rank(); i--) {
                            int[] value = new int[1];
                            three.get(i).receive(value, from, ANY_TAG);
                            assertEquals(i, value[0]);
                        }
                    }
                    talkAcross(other, all.rank(), s.other(all));
                    try (Communicator merged = other.merge(false)) {
                        EndpointBehaviours.talkToAll(merged);
                    }
                }
            }
        });
    }

    private static void splits(Communicator world) throws Exception {
        onEachSide(world, DISJOINT, (all, s, inter) -> {
            try (Intercommunicator parity = inter.split(all.rank() % 2, -all.rank())) {
                int[] own = parity(s.own(all), all.rank() % 2);
                int[] other = parity(s.other(all), all.rank() % 2);
                assertEquals(indexOf(own, all.rank()), parity.rank());
                assertArrayEquals(other, parity.remoteGroup().translateRanks(upTo(2), all.group()));
                talkAcross(parity, all.rank(), other);
            }
            boolean isA = s.own(all) == s.a;
            assertNull(inter.split(isA ? 0 : 1, 0), "no member of this color is on the other side");
            assertNull(inter.split(isA ? 0 : Communicator.UNDEFINED, 0));
            SennitException error = assertThrows(SennitException.class, () -> inter.split(all.rank() == 6 ? -7 : 0, 0));
            assertEquals(ErrorClass.ARG, error.errorClass());
        });
    }

    private static void groups(Communicator world) throws Exception {
        onEachSide(world, DISJOINT, (all, s, inter) -> {
            boolean isA = s.own(all) == s.a;
            int[] places = isA ? new int[] {3, 0} : new int[] {2, 1, 3}; // in the local group
            Group group = inter.group().include(places);
            int own = indexOf(places, inter.rank());
            try (Intercommunicator made = inter.create(group)) {
                assertEquals(own < 0, made == null);
                if (made != null) {
                    int[] other = isA ? new int[] {6, 5, 7} : new int[] {3, 0};
                    assertEquals(own, made.rank());
                    assertArrayEquals(other, made.remoteGroup().translateRanks(upTo(other.length), all.group()));
                    talkAcross(made, all.rank(), other);
                }
            }
            assertNull(inter.create(isA ? inter.group().include() : group), "a side without members");
            Group odd = inter.group().include(inter.rank() == 2 && isA ? 1 : 0);
            for (Group bad : Arrays.asList(odd, isA ? null : group, isA ? group : inter.remoteGroup())) {
                SennitException error = assertThrows(SennitException.class, () -> inter.create(bad));
                assertEquals(ErrorClass.GROUP, error.errorClass(), error::getMessage);
            }
            talkAcross(inter, all.rank(), s.other(all)); // it is as it was
        });
    }

    /** The highest first. */
    private static int[] parity(int[] ranks, int parity) {
        return IntStream.of(ranks)
                .filter(r -> r % 2 == parity)
                .map(r -> -r)
                .sorted()
                .map(r -> -r)
                .toArray();
    }
}
