package org.sennit.internal.endpoints.rma.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.internal.endpoints.datatype.Reduction;

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
        WindowCall call = new WindowCall(3, 5, 7, WindowCall.UPDATE, null, null, operation, 2, 11, 13, 17, 19, 23);
        MemorySegment header = call.write();
        WindowCall arrived = WindowCall.read(header, 0);
        assertSame(operation, arrived.operation());
        assertEquals(call, arrived);
    }
}
