package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Behaviours;

/**
 * The bytes of a stream, however sender and module cut it, become the same packets (the assembler's
 * own test has every cut of a long stream).
 */
@Behaviours({77, 78})
public interface StreamContract extends ModuleUnderTest {
    @Test
    default void makesTheSamePacketsWhereverThePayloadIsCutInTwo() {
        TestNetwork two = network(2);
        two.connectAll();
        VirtualConnection to = two.process(0).to(1);
        int[] lengths = {0, 10, 300};
        List<CountingSend> operations = new ArrayList<>();
        for (int length : lengths) {
            MemorySegment whole = payload(1, length);
            for (int cut = 0; cut <= length; cut++) {
                CountingSend operation = new CountingSend();
                operations.add(operation);
                to.sendVector(
                        operation,
                        TestPackets.header(1, 1, length),
                        List.of(whole.asSlice(0, cut), whole.asSlice(cut)));
            }
        }
        assertAllIntact(two, operations);
    }

    @Test
    default void makesTheSamePacketsOfSingleBytes() {
        TestNetwork two = network(2);
        two.connectAll();
        VirtualConnection to = two.process(0).to(1);
        List<CountingSend> operations = new ArrayList<>();
        for (int length : new int[] {0, 10, 70_000}) {
            MemorySegment whole = payload(1, length);
            List<MemorySegment> bytes = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                bytes.add(whole.asSlice(i, 1));
            }
            CountingSend operation = new CountingSend();
            operations.add(operation);
            to.sendVector(operation, TestPackets.header(1, 1, length), bytes);
        }
        assertAllIntact(two, operations);
    }

    private static void assertAllIntact(TestNetwork two, List<CountingSend> operations) {
        RecordingDevice device = two.process(1).device();
        two.pollUntil(() ->
                device.arrived() == operations.size() + 1 && operations.stream().allMatch(CountingSend::isDone));
        assertEquals(
                operations.size() + 1,
                device.arrivals().stream().filter(Arrival::isIntact).count());
        assertEquals(List.of(), device.events());
    }

    @Test
    default void handsUpManyPacketsInOneBufferAndAPartOfTheNext() {
        TestNetwork two = network(2);
        long length = 5L * MIB + 1;
        for (int i = 0; i < 2000; i++) { // queued until there is a connection: they arrive together
            two.process(0).start(1, i, payload(i, i % 50));
        }
        CountingSend last = new CountingSend();
        two.process(0).to(1).send(last, TestPackets.header(0, 2000, length), payload(2000, length));
        two.pollUntil(() -> two.process(1).device().arrived() == 2001 && last.isDone());
        MessageContract.assertNumbered(two.process(1).arrivalsInOrder());
    }
}
