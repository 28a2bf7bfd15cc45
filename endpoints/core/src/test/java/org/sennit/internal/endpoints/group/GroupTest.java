package org.sennit.internal.endpoints.group;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.Comparison;
import org.sennit.Group;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.SeededRandom;

/** The set operations of groups against Java's sets, and their errors. */
class GroupTest {
    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private static EndpointAddress endpoint(int id) {
        return new EndpointAddress(id / 3, 0, id % 3);
    }

    private static Group of(int... ids) {
        return new MemberGroup(
                IntStream.of(ids).mapToObj(GroupTest::endpoint).toArray(EndpointAddress[]::new), endpoint(4));
    }

    private static List<EndpointAddress> members(Group group) {
        return IntStream.range(0, group.size())
                .mapToObj(((MemberGroup) group)::member)
                .toList();
    }

    private Group drawn() {
        Set<Integer> ids = new LinkedHashSet<>();
        int size = random.nextInt(10);
        while (ids.size() < size) {
            ids.add(random.nextInt(12));
        }
        return of(ids.stream().mapToInt(Integer::intValue).toArray());
    }

    @Test
    void setOperationsKeepTheOrderThatMpiGives() {
        for (int i = 0; i < 1000; i++) {
            Group one = drawn();
            Group other = drawn();
            Set<EndpointAddress> union = new LinkedHashSet<>(members(one));
            union.addAll(members(other));
            assertEquals(List.copyOf(union), members(one.union(other)));
            List<EndpointAddress> both = new ArrayList<>(members(one));
            both.retainAll(members(other));
            assertEquals(both, members(one.intersection(other)));
            List<EndpointAddress> rest = new ArrayList<>(members(one));
            rest.removeAll(members(other));
            assertEquals(rest, members(one.difference(other)));
            assertEquals(members(one).indexOf(endpoint(4)) < 0, one.rank() == Group.UNDEFINED);
        }
    }

    @Test
    void includeAndExcludeDivideAGroup() {
        Group group = of(7, 4, 9, 1, 3);
        assertEquals(members(of(1, 7)), members(group.include(3, 0)));
        assertEquals(members(of(4, 9, 3)), members(group.exclude(3, 0)));
        assertEquals(0, group.include().size());
        assertEquals(members(group), members(group.exclude()));
        assertEquals(1, group.rank());
        assertEquals(0, group.include(1, 0).rank());
        assertEquals(Group.UNDEFINED, group.exclude(1).rank());
    }

    @Test
    void rangesCountUpAndDown() {
        Group group = of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertEquals(members(of(1, 4, 7)), members(group.includeRanges(new int[] {1, 8, 3})));
        assertEquals(members(of(9, 7, 5, 0)), members(group.includeRanges(new int[] {9, 4, -2}, new int[] {0, 0, 1})));
        assertEquals(members(of(0, 2, 3, 5, 6, 8, 9)), members(group.excludeRanges(new int[] {1, 8, 3})));
        assertEquals(0, group.includeRanges(new int[] {5, 4, 1}).size());
        assertEquals(1, group.includeRanges(new int[] {9, 9, Integer.MAX_VALUE}).size());
    }

    @Test
    void ranksThatAreNotThereOrComeTwiceAreErrors() {
        Group group = of(0, 1, 2, 3);
        assertFails(ErrorClass.RANK, () -> group.include(4));
        assertFails(ErrorClass.RANK, () -> group.include(-1));
        assertFails(ErrorClass.RANK, () -> group.include(1, 1));
        assertFails(ErrorClass.RANK, () -> group.exclude(2, 0, 2));
        assertFails(ErrorClass.RANK, () -> group.includeRanges(new int[] {0, 4, 1}));
        assertFails(ErrorClass.RANK, () -> group.excludeRanges(new int[] {0, 2, 1}, new int[] {2, 3, 1}));
        assertFails(ErrorClass.ARG, () -> group.includeRanges(new int[] {0, 2, 0}));
        assertFails(ErrorClass.ARG, () -> group.includeRanges(new int[] {0, 2}));
        assertFails(ErrorClass.RANK, () -> group.translateRanks(new int[] {4}, group));
    }

    private static void assertFails(ErrorClass expected, Runnable call) {
        assertEquals(expected, assertThrows(SennitException.class, call::run).errorClass());
    }

    @Test
    void translatesRanks() {
        assertArrayEquals(
                new int[] {2, Group.UNDEFINED, -2, 0},
                of(5, 6, 7).translateRanks(new int[] {0, 1, -2, 2}, of(7, 8, 5)));
    }

    @Test
    void comparesMembersAndOrder() {
        assertEquals(Comparison.IDENTICAL, of(1, 2, 3).compare(of(1, 2, 3)));
        assertEquals(Comparison.SIMILAR, of(1, 2, 3).compare(of(3, 2, 1)));
        assertEquals(Comparison.UNEQUAL, of(1, 2, 3).compare(of(1, 2)));
        assertEquals(Comparison.UNEQUAL, of(1, 2, 3).compare(of(1, 2, 4)));
        assertEquals(Comparison.IDENTICAL, Group.EMPTY.compare(of()));
        assertEquals(members(of(1)), members(Group.EMPTY.union(of(1))));
        assertEquals(0, Group.EMPTY.union(of(4)).rank());
    }
}
