package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VectorConnection;
import org.sennit.testkit.Behaviours;

/** Payloads gathered from slices, of one batch and of many: {@link VectorConnection}. */
@Behaviours({77, 78, 83, 84})
public interface VectorContract extends ModuleUnderTest {
    @Test
    default void sendsVectorsOfAnySize() {
        TestNetwork two = network(2);
        List<CountingSend> operations = new ArrayList<>();
        for (int i = 0; i < SendCallContract.SIZES.size(); i++) {
            operations.add(new CountingSend());
            long length = SendCallContract.SIZES.get(i);
            MemorySegment whole = payload(i, length);
            List<MemorySegment> slices = new ArrayList<>();
            slices.add(MemorySegment.NULL);
            for (long at = 0, part = 1; at < length; at += part, part = Math.min(part * 5 + 1, length - at)) {
                slices.add(whole.asSlice(at, part));
            }
            two.process(0)
                    .to(1, VectorConnection.class)
                    .sendVector(operations.get(i), TestPackets.header(0, i, length), slices);
        }
        SendCallContract.assertAllSizesArrive(two);
        two.pollUntil(() -> operations.stream().allMatch(NetworkSend::isDone));
        operations.forEach(operation -> assertEquals(1, operation.batches()));
    }

    @Test
    default void sendsAVectorOfTenThousandOddSlicesAsTheirConcatenation() {
        TestNetwork two = network(2);
        List<MemorySegment> slices = new ArrayList<>();
        long length = 0;
        for (int i = 0; i < 10_000; i++) {
            length += (i * 37) % 101;
        }
        MemorySegment whole = payload(4, length);
        long at = 0;
        for (int i = 0; i < 10_000; i++) {
            long part = (i * 37) % 101;
            slices.add(whole.asSlice(at, part));
            at += part;
        }
        CountingSend operation = new CountingSend();
        two.process(0).to(1, VectorConnection.class).sendVector(operation, TestPackets.header(0, 4, length), slices);
        two.pollUntil(() -> two.process(1).device().arrived() == 1 && operation.isDone());
        assertEquals(
                new Arrival(0, 0, 4, length, true),
                two.process(1).device().arrivals().get(0));
    }

    @Test
    default void sendsALongMessageInManyBatchesOfSlices() {
        TestNetwork two = network(2);
        int batches = 40;
        SlicedSend operation = new SlicedSend(batches, 100_003);
        two.process(0).to(1).send(operation, TestPackets.header(0, 0, 0), MemorySegment.NULL);
        two.pollUntil(() -> two.process(1).device().arrived() == batches + 1 && operation.isDone());
        List<Arrival> arrivals = two.process(1).arrivalsInOrder();
        MessageContract.assertNumbered(arrivals);
        assertEquals(100_003, arrivals.get(batches).length());
    }

    @Test
    default void makesTheSamePacketsWhereverThePayloadIsCutInTwo() {
        TestNetwork two = network(2);
        two.connectAll();
        VectorConnection to = two.process(0).to(1, VectorConnection.class);
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
        VectorConnection to = two.process(0).to(1, VectorConnection.class);
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
    default void gathersSlicesOfEveryKindOfMemory() {
        TestNetwork two = network(2);
        VectorConnection to = two.process(0).to(1, VectorConnection.class);
        List<CountingSend> operations = new ArrayList<>();
        long length = 1001;
        try (Arena arena = Arena.ofShared()) {
            for (MemorySegment memory : MemoryContract.kinds(arena, length + 3)) {
                int number = operations.size();
                MemorySegment slice = memory.asSlice(number % 3, length);
                TestPackets.fill(slice, number);
                CountingSend operation = new CountingSend();
                operations.add(operation);
                List<MemorySegment> halves = List.of(slice.asSlice(0, length / 2), slice.asSlice(length / 2));
                to.sendVector(operation, TestPackets.header(0, number, length), halves);
            }
            two.pollUntil(() -> two.process(1).device().arrived() == operations.size()
                    && operations.stream().allMatch(CountingSend::isDone));
        }
        MessageContract.assertNumbered(two.process(1).arrivalsInOrder());
    }
}
