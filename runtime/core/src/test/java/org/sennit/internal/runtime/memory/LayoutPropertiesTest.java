package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.sennit.internal.runtime.memory.NaiveLayout.Element;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/** Layouts of all kinds, nested, against their type maps element by element. jqwik prints the seed of a failure. */
class LayoutPropertiesTest {
    private static RandomGenerator randomOf(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    @Property(tries = 4000)
    void sizeAndBoundsAreThoseOfTheTypeMap(@ForAll long seed) {
        NaiveLayout naive = new NaiveLayouts(randomOf(seed)).draw();
        DataLayout layout = naive.layout();
        if (layout.fillsMemory()) {
            return;
        }
        assertEquals(naive.size(), layout.sizeBytes(), layout::toString);
        assertEquals(naive.lower(), layout.lowerBound(), layout::toString);
        assertEquals(naive.extent(), layout.extentBytes(), layout::toString);
        if (!naive.elements().isEmpty()) {
            assertEquals(naive.low(), layout.trueLowerBound(), layout::toString);
            assertEquals(naive.high() - naive.low(), layout.trueExtentBytes(), layout::toString);
            assertEquals(naive.elements().getFirst().at(), layout.offsetBytes(), layout::toString);
        }
        boolean isInARow = true;
        long[] places = naive.bytePlaces();
        for (int i = 1; i < places.length; i++) {
            isInARow &= places[i] == places[i - 1] + 1;
        }
        assertEquals(isInARow, layout.isContiguous(), layout::toString);
        if (!naive.hasByteTwice()) {
            assertFalse(layout.overlapsItself(), layout::toString);
        }
    }

    @Property(tries = 4000)
    void copiesAnyPartBetweenAnyTwoLayouts(@ForAll long seed) {
        RandomGenerator random = randomOf(seed);
        NaiveLayouts draw = new NaiveLayouts(random);
        NaiveLayout from = draw.draw();
        NaiveLayout to = draw.drawToReceive();
        MemorySegment source = memory(random, from);
        MemorySegment target = memory(random, to);
        byte[] expected = target.toArray(ValueLayout.JAVA_BYTE);
        long size = Math.min(from.size(), to.size());
        long position = random.nextLong(size + 1);
        long length = random.nextLong(size - position + 1);
        long[] sourcePlaces = from.bytePlaces();
        long[] targetPlaces = to.bytePlaces();
        for (long i = position; i < position + length; i++) {
            expected[(int) targetPlaces[(int) i]] = source.get(ValueLayout.JAVA_BYTE, sourcePlaces[(int) i]);
        }
        LayoutCopy.copy(
                source,
                from.layout().offsetBytes(),
                from.layout(),
                target,
                to.layout().offsetBytes(),
                to.layout(),
                position,
                length);
        assertArrayEquals(
                expected,
                target.toArray(ValueLayout.JAVA_BYTE),
                () -> from.layout() + " to " + to.layout() + " position=" + position + " length=" + length);
    }

    @Property(tries = 1000)
    void packsAndUnpacksInPieces(@ForAll long seed) {
        RandomGenerator random = randomOf(seed);
        NaiveLayout naive = new NaiveLayouts(random).drawToReceive();
        DataLayout layout = naive.layout();
        MemorySegment source = memory(random, naive);
        MemorySegment packed = MemorySegment.ofArray(new byte[(int) naive.size() + 5]);
        MemorySegment back = MemorySegment.ofArray(new byte[(int) naive.high()]);
        for (long done = 0; done < naive.size(); ) {
            long n = 1 + random.nextLong(naive.size() - done);
            LayoutCopy.pack(source, layout.offsetBytes(), layout, done, packed, 5 + done, n);
            LayoutCopy.unpack(packed, 5 + done, back, layout.offsetBytes(), layout, done, n);
            done += n;
        }
        long[] places = naive.bytePlaces();
        for (int i = 0; i < places.length; i++) {
            assertEquals(source.get(ValueLayout.JAVA_BYTE, places[i]), packed.get(ValueLayout.JAVA_BYTE, 5 + i));
            assertEquals(source.get(ValueLayout.JAVA_BYTE, places[i]), back.get(ValueLayout.JAVA_BYTE, places[i]));
        }
    }

    @Property(tries = 4000)
    void signaturesAndElementsAreThoseOfTheSequence(@ForAll long seed) {
        RandomGenerator random = randomOf(seed);
        NaiveLayout naive = new NaiveLayouts(random).draw();
        DataLayout layout = naive.layout();
        int elements = random.nextInt(naive.elements().size() + 1);
        List<ElementType> types =
                naive.elements().stream().limit(elements).map(Element::type).toList();
        long bytes = types.stream().mapToLong(ElementType::bytes).sum();
        assertEquals(elements, layout.elementsIn(bytes), layout::toString);
        int signature = layout.signatureOf(bytes);
        assertEquals(flat(types).signatureOf(bytes), signature, layout::toString);
        if (!types.isEmpty() && types.stream().distinct().count() > 1) {
            List<ElementType> other = new ArrayList<>(types);
            int i = random.nextInt(types.size());
            other.set(i, other.get(i) == ElementType.INT ? ElementType.FLOAT : ElementType.INT);
            assertFalse(flat(other).signatureOf(flat(other).sizeBytes()) == signature, layout::toString);
        }
    }

    /** The same types, one by one. */
    private static DataLayout flat(List<ElementType> types) {
        long[] places = new long[types.size()];
        for (int i = 1; i < places.length; i++) {
            places[i] = places[i - 1] + 100;
        }
        return DataLayout.struct(places, types.stream().map(DataLayout::of).toArray(DataLayout[]::new));
    }

    @Property(tries = 1000)
    void readsAndComparesAlikeWhenMadeAlike(@ForAll long seed) {
        DataLayout one = new NaiveLayouts(randomOf(seed)).draw().layout();
        DataLayout same = new NaiveLayouts(randomOf(seed)).draw().layout();
        assertEquals(one, same);
        assertEquals(one.hashCode(), same.hashCode());
        assertEquals(one.toString(), same.toString());
    }

    /** Fresh memory of any kind, just large enough, with random content. */
    private static MemorySegment memory(RandomGenerator random, NaiveLayout layout) {
        long bytes = layout.high();
        MemorySegment memory = switch (random.nextInt(4)) {
            case 0 -> Arena.ofAuto().allocate(bytes);
            case 1 -> MemorySegment.ofArray(new byte[(int) bytes]);
            case 2 -> MemorySegment.ofArray(new double[(int) (bytes + 7) / 8]);
            default -> MemorySegment.ofArray(new int[(int) (bytes + 3) / 4]);
        };
        byte[] content = new byte[(int) memory.byteSize()];
        random.nextBytes(content);
        MemorySegment.copy(MemorySegment.ofArray(content), 0, memory, 0, content.length);
        return memory;
    }
}
