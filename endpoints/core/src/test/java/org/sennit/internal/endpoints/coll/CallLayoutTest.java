package org.sennit.internal.endpoints.coll;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

/**
 * What a member writes in each call of a collective shares no pair of cache lines with the object that the heap has put before
 * it: memory that another member reads at that time, or the same fields of another endpoint.
 */
class CallLayoutTest {
    private static final long APART_BYTES = 128;
    private static final long HEADER_BYTES = 16;

    @ParameterizedTest
    @ValueSource(strings = {"ScheduleRun", "ScheduleSteps", "LentMemory", "call.Operand"})
    void fieldsAreApartFromWhatLiesBefore(String name) throws ClassNotFoundException {
        Class<?> type = Class.forName(CallLayoutTest.class.getPackageName() + "." + name);
        ClassLayout layout = ClassLayout.parseClass(type);
        List<FieldLayout> own = layout.fields().stream()
                .filter(field -> field.classShortName().equals(type.getSimpleName()))
                .toList();
        assertTrue(!own.isEmpty(), layout.toPrintable());
        for (FieldLayout field : own) {
            assertTrue(field.offset() >= HEADER_BYTES + APART_BYTES, layout.toPrintable());
        }
    }
}
