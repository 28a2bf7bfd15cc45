package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.ANY_TAG;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.function.Executable;
import org.sennit.AttributeKey;
import org.sennit.Communicator;
import org.sennit.Comparison;
import org.sennit.EndpointStatistics;
import org.sennit.Group;
import org.sennit.Operation;
import org.sennit.PendingCommunicator;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/** Communicators: apart from each other, made of groups, duplicated, compared, closed. */
final class CommunicatorBehaviours {
    private CommunicatorBehaviours() {}

    static List<Behaviour> all() {
        List<Behaviour> all = new ArrayList<>(isolation());
        all.addAll(List.of(
                new Behaviour("createMakesACommunicatorOfEachGroup", CommunicatorBehaviours::createOfGroups),
                new Behaviour("createWithDifferentGroupsIsAnErrorOnAll", CommunicatorBehaviours::createMismatch),
                new Behaviour("createFromGroupNeedsItsMembersOnly", CommunicatorBehaviours::createFromGroup),
                new Behaviour("createFromGroupTakesNoMessageOfTheUser", CommunicatorBehaviours::privateContext),
                new Behaviour("duplicateNonblockingWaitsForNoMember", CommunicatorBehaviours::duplicateNonblocking),
                new Behaviour("duplicatesStartedInAnyOrder", CommunicatorBehaviours::duplicatesInAnyOrder),
                new Behaviour("compareTellsAllFour", CommunicatorBehaviours::compare),
                new Behaviour("attributesAreCopiedAndDeleted", CommunicatorBehaviours::attributes),
                new Behaviour("hintsAreHonoredOrToldAsIgnored", CommunicatorBehaviours::hints),
                new Behaviour("52 closedByAllInAnyOrder", CommunicatorBehaviours::closeInAnyOrder),
                new Behaviour("52 whatIsUnderWayGoesOnAfterClose", CommunicatorBehaviours::closeWithOutstanding)));
        return all;
    }

    static List<Behaviour> isolation() {
        return List.of(new Behaviour("18 communicatorsKeepTheirMessagesApart", CommunicatorBehaviours::keepApart));
    }

    private static void keepApart(Communicator world) {
        int last = world.size() - 1;
        try (Communicator copy = world.duplicate();
                Communicator part = world.split(0, world.rank())) {
            Communicator[] all = {world, copy, part};
            if (world.rank() == last) {
                int[][] values = new int[3][1];
                Request[] receives = new Request[3];
                for (int i = 2; i >= 0; i--) { // posted in the other order than sent
                    receives[i] = all[i].nonblocking().receive(values[i], ANY_SOURCE, ANY_TAG);
                }
                Request.awaitAll(receives);
                for (int i = 0; i < 3; i++) {
                    assertEquals(i, values[i][0], "communicator " + i);
                    assertFalse(all[i].nonblocking().probe(ANY_SOURCE, ANY_TAG, null), "one more message in " + i);
                }
            } else if (world.rank() == 0) {
                for (int i = 0; i < 3; i++) {
                    all[i].send(new int[] {i}, last, 18);
                }
            }
            world.barrier();
        }
    }

    private static void createOfGroups(Communicator world) {
        Group even = world.group().include(2, 0);
        Group odd = world.group().include(1, 3);
        try (Communicator half = world.create(world.rank() % 2 == 0 ? even : odd)) {
            assertEquals(2, half.size());
            assertEquals(world.rank() == 2 || world.rank() == 1 ? 0 : 1, half.rank());
            int[] sum = new int[1];
            half.allreduce(new int[] {world.rank()}, sum, Operation.SUM);
            assertEquals(world.rank() % 2 == 0 ? 2 : 4, sum[0]);
        }
        try (Communicator some =
                world.create(world.rank() == 3 ? Group.EMPTY : world.group().exclude(3))) {
            assertEquals(world.rank() == 3, some == null);
            if (some != null) {
                EndpointBehaviours.talkToAll(some);
            }
        }
    }

    private static void createMismatch(Communicator world) {
        Group group = world.rank() == 0 ? world.group() : world.group().exclude(0);
        SennitException error = assertThrows(SennitException.class, () -> world.create(group));
        assertEquals(ErrorClass.GROUP, error.errorClass());
        try (Communicator pair = world.split(world.rank() / 2, 0)) {
            Group strange = world.group(); // has members outside the pair
            assertEquals(
                    ErrorClass.GROUP,
                    assertThrows(SennitException.class, () -> pair.create(strange))
                            .errorClass());
        }
    }

    private static void createFromGroup(Communicator world) {
        int pair = world.rank() / 2;
        Group group = world.group().includeRanges(new int[] {2 * pair + 1, 2 * pair, -1});
        int last = world.size() - 1;
        if (world.rank() == last) { // the last one comes late: those of the other group do not wait for it
            world.receive(new byte[1], 0, 1);
        }
        List<Communicator> alone = new ArrayList<>();
        for (int i = 0; i < 3 && world.rank() == 0; i++) { // rank 0 has used ids that the others have not
            alone.add(world.createFromGroup(world.group().include(0), 5));
            alone.getLast().send(new int[2], 0, 9); // waits, and looks like those of the pair
        }
        try (Communicator made = world.createFromGroup(group, 5)) {
            assertEquals(2, made.size());
            assertEquals(1 - world.rank() % 2, made.rank());
            if (world.rank() == 0) {
                world.send(new byte[1], last, 1);
            }
            EndpointBehaviours.talkToAll(made);
        }
        alone.forEach(Communicator::close);
        if (world.rank() != last) {
            try (Communicator made = world.createFromGroup(world.group().exclude(last), 0)) {
                EndpointBehaviours.talkToAll(made);
            }
        } else {
            SennitException error = assertThrows(
                    SennitException.class,
                    () -> world.createFromGroup(world.group().exclude(last), 0));
            assertEquals(ErrorClass.GROUP, error.errorClass());
        }
    }

    private static void privateContext(Communicator world) {
        int size = world.size();
        for (int r = 0; r < size; r++) {
            world.send(new int[] {world.rank()}, r, 0); // waits, with the tags that constructors use
        }
        try (Communicator made = world.createFromGroup(world.group(), 0);
                Communicator copy = world.duplicate();
                Communicator pending = finished(world.nonblocking().duplicate())) {
            EndpointBehaviours.talkToAll(made);
            EndpointBehaviours.talkToAll(copy);
            EndpointBehaviours.talkToAll(pending);
        }
        for (int r = 0; r < size; r++) {
            int[] value = new int[1];
            world.receive(value, r, 0);
            assertEquals(r, value[0]);
        }
    }

    private static Communicator finished(PendingCommunicator pending) {
        pending.await();
        return pending.duplicate();
    }

    private static void duplicateNonblocking(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == last) {
            world.receive(new byte[1], 0, 3); // only then does the last one start
        }
        PendingCommunicator pending = world.nonblocking().duplicate();
        SennitException early = assertThrows(SennitException.class, pending::duplicate);
        assertEquals(ErrorClass.REQUEST, early.errorClass());
        if (world.rank() == 0) {
            pending.await();
            try (Communicator made = pending.duplicate()) {
                made.send(new int[] {77}, last, 4); // before the last one has it
                world.send(new byte[1], last, 3);
            }
            return;
        }
        try (Communicator made = finished(pending)) {
            if (world.rank() == last) {
                int[] value = new int[1];
                made.receive(value, ANY_SOURCE, ANY_TAG);
                assertEquals(77, value[0]);
            }
        }
    }

    private static void duplicatesInAnyOrder(Communicator world) {
        try (Communicator one = world.duplicate();
                Communicator other = world.duplicate()) {
            int each = 10;
            PendingCommunicator[][] pending = new PendingCommunicator[2][each];
            for (int i = 0; i < 2 * each; i++) {
                int which = world.rank() % 2 == 0 ? i % 2 : i / each; // two orders
                int number = world.rank() % 2 == 0 ? i / 2 : i % each;
                pending[which][number] =
                        (which == 0 ? one : other).nonblocking().duplicate();
            }
            List<Communicator> made = new ArrayList<>();
            try (Communicator meanwhile = world.split(0, 0)) {
                for (int i = 0; i < 2 * each; i++) {
                    made.add(finished(pending[i % 2][i / 2]));
                }
                made.add(meanwhile);
                for (int i = 0; i < made.size(); i++) { // sent in one order, received in the other
                    made.get(i).send(new int[] {i}, (world.rank() + 1) % world.size(), 0);
                }
                for (int i = made.size() - 1; i >= 0; i--) {
                    int[] value = new int[1];
                    made.get(i).receive(value, ANY_SOURCE, ANY_TAG);
                    assertEquals(i, value[0]);
                }
            }
            made.forEach(Communicator::close);
        }
    }

    private static void compare(Communicator world) {
        try (Communicator copy = world.duplicate();
                Communicator reversed = world.split(0, -world.rank());
                Communicator pair = world.split(world.rank() / 2, 0)) {
            assertEquals(Comparison.IDENTICAL, world.compare(world));
            assertEquals(Comparison.CONGRUENT, world.compare(copy));
            assertEquals(Comparison.SIMILAR, world.compare(reversed));
            assertEquals(Comparison.UNEQUAL, world.compare(pair));
            assertEquals(Comparison.IDENTICAL, world.group().compare(copy.group()));
            assertEquals(world.rank(), world.group().rank());
            int[] there = world.group().translateRanks(new int[] {0, 1, Communicator.NULL_PROCESS}, reversed.group());
            assertEquals(world.size() - 1, there[0]);
            assertEquals(world.size() - 2, there[1]);
            assertEquals(Communicator.NULL_PROCESS, there[2]);
            copy.setName("copy");
            assertEquals("copy", copy.name());
            assertNotEquals(world.name(), copy.name());
        }
    }

    private static void attributes(Communicator world) {
        List<String> calls = new ArrayList<>();
        AttributeKey<Integer> counted = AttributeKey.of(
                (from, value) -> {
                    calls.add("copy " + value);
                    return value + 1;
                },
                (from, value) -> calls.add("delete " + value));
        AttributeKey<String> kept = AttributeKey.notCopied();
        AttributeKey<String> shared = AttributeKey.copied();
        Communicator first = world.duplicate();
        first.setAttribute(counted, 1);
        first.setAttribute(counted, 5); // replaces
        first.setAttribute(kept, "kept");
        first.setAttribute(shared, "shared");
        assertEquals(List.of("delete 1"), calls);
        Communicator second = first.duplicate();
        assertEquals(6, second.attribute(counted));
        assertNull(second.attribute(kept));
        assertEquals("shared", second.attribute(shared));
        try (Communicator third = finished(second.nonblocking().duplicate());
                Communicator part = second.split(0, 0)) {
            assertEquals(7, third.attribute(counted));
            assertNull(part.attribute(counted));
        }
        second.deleteAttribute(counted);
        second.close();
        AttributeKey<Integer> late =
                AttributeKey.of((from, value) -> null, (from, value) -> calls.add("late " + value));
        first.setAttribute(late, 9);
        first.close(); // the latest first
        first.close(); // does nothing
        assertEquals(List.of("delete 1", "copy 5", "copy 6", "delete 7", "delete 6", "late 9", "delete 5"), calls);
    }

    private static void hints(Communicator world) {
        Map<String, String> info = Map.of("mpi_assert_no_any_source", "true", "coffee", "black");
        try (Communicator strict = world.duplicate(info);
                Communicator copy = strict.duplicate();
                Communicator plain = finished(strict.nonblocking().duplicate(Map.of()))) {
            assertEquals(Map.of("mpi_assert_no_any_source", "true"), strict.info());
            assertEquals(Map.of("coffee", "black"), strict.ignoredInfo());
            SennitException wildcard = assertThrows(
                    SennitException.class, () -> strict.nonblocking().probe(ANY_SOURCE, ANY_TAG, null));
            assertEquals(ErrorClass.ARG, wildcard.errorClass());
            assertEquals(Map.of(), copy.info());
            assertEquals(Map.of(), copy.ignoredInfo());
            assertFalse(copy.nonblocking().probe(ANY_SOURCE, ANY_TAG, null));
            assertFalse(plain.nonblocking().probe(ANY_SOURCE, ANY_TAG, null));
            plain.setInfo(Map.of("mpi_assert_no_any_tag", "true"));
            SennitException error = assertThrows(
                    SennitException.class, () -> plain.nonblocking().probe(0, ANY_TAG, null));
            assertTrue(error.getMessage().contains("mpi_assert_no_any_tag"), error.getMessage());
        }
    }

    private static void closeInAnyOrder(Communicator world) {
        Random random = new Random(52 + world.rank());
        int before = waiting(world);
        for (int round = 0; round < 20; round++) {
            List<Communicator> made = new ArrayList<>();
            List<Request> pending = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                Communicator one =
                        i % 2 == 0 ? world.duplicate() : made.getLast().split(i % 3, world.rank());
                made.add(one);
                pending.add(one.nonblocking().receive(new byte[8], ANY_SOURCE, 1));
                one.send(new byte[4], one.rank(), 2); // to itself, and it is never received
            }
            pending.forEach(Request::cancel);
            pending.forEach(request -> assertTrue(request.await().isCancelled()));
            Collections.shuffle(made, random);
            made.forEach(Communicator::close);
            made.forEach(CommunicatorBehaviours::assertRefused);
            assertTrue(made.stream().allMatch(Communicator::isClosed), "closed");
            world.barrier(); // all have closed theirs: what the next ones are given may be what these had
        }
        int after = waiting(world);
        assertTrue(
                after
                        < before
                                + 2 * world.size()
                                + 1, // what others send who are a step ahead; of ours there would be 20 a round
                "before=" + before + " after=" + after);
        try (Communicator later = world.duplicate()) {
            EndpointBehaviours.talkToAll(later);
            assertFalse(later.nonblocking().probe(ANY_SOURCE, ANY_TAG, null));
        }
    }

    private static void assertRefused(Communicator closed) {
        byte[] memory = new byte[1];
        List<Executable> calls = List.of(
                () -> closed.send(memory, 0, 1),
                () -> closed.receive(memory, 0, 1),
                () -> closed.nonblocking().send(memory, 0, 1),
                () -> closed.nonblocking().receive(memory, 0, 1),
                () -> closed.nonblocking().probe(ANY_SOURCE, ANY_TAG, null),
                closed::barrier,
                closed::duplicate);
        for (Executable call : calls) {
            assertEquals(
                    ErrorClass.COMM, assertThrows(SennitException.class, call).errorClass());
        }
    }

    /** Receives and messages that wait for each other. */
    private static int waiting(Communicator world) {
        EndpointStatistics.Matching counters = world.endpoint().statistics().matching();
        return counters.posted() + counters.unexpected();
    }

    private static void closeWithOutstanding(Communicator world) {
        int last = world.size() - 1;
        for (int length : new int[] {8, 4 << 20}) {
            byte[] memory = new byte[length];
            Communicator made = world.duplicate();
            Request pending = null;
            if (world.rank() == last) {
                pending = made.nonblocking().receive(memory, 0, 2);
            } else if (world.rank() == 0) {
                Arrays.fill(memory, (byte) 7);
                pending = made.nonblocking().send(memory, last, 2);
            }
            made.close();
            if (pending != null) {
                pending.await();
                assertEquals(7, memory[length - 1]);
            }
        }
    }
}
