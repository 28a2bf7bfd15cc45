package org.sennit.internal.endpoints.rma.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.update.Update;
import org.sennit.message.ElementType;

/** What stands in a call of a window travels whole; each predefined reduction has a number there. */
class WindowCallTest {
    static Stream<Reduction> predefined() {
        return Arrays.stream(Reduction.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == Reduction.class)
                .map(WindowCallTest::valueOf);
    }

    private static Reduction valueOf(Field field) {
        try {
            return (Reduction) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("predefined")
    void carriesEachPredefinedReduction(Reduction operation) {
        MemorySegment header = MemorySegment.ofArray(new long[WindowCall.BYTES / Long.BYTES]);
        new WindowCall()
                .begin(WindowCall.UPDATE, 3, 5, 7)
                .update(new Update(operation, ElementType.INT, null))
                .records(2)
                .span(11, 13)
                .part(17, 19)
                .value(23)
                .write(header, 0);
        WindowCall arrived = new WindowCall().read(header, 0);
        assertSame(operation, arrived.operation());
        assertSame(ElementType.INT, arrived.element());
        MemorySegment again = MemorySegment.ofArray(new long[WindowCall.BYTES / Long.BYTES]);
        arrived.copy().write(again, 0);
        assertEquals(-1, header.mismatch(again));
        assertEquals(
                List.of(3L, 5L, 7L, (long) WindowCall.UPDATE, 2L, 11L, 13L, 17L, 19L, 23L),
                List.of(
                        (long) arrived.context(),
                        (long) arrived.origin(),
                        arrived.number(),
                        (long) arrived.kind(),
                        (long) arrived.records(),
                        arrived.first(),
                        arrived.end(),
                        arrived.at(),
                        arrived.partBytes(),
                        arrived.value()));
    }
}
