package org.sennit.internal.endpoints.coll;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.testkit.CacheLines;

/**
 * What a member writes in each call of a collective shares no pair of cache lines with the object that the heap has put
 * before it: memory that another member reads at that time, or the same fields of another endpoint.
 */
class CallLayoutTest {
    @ParameterizedTest
    @ValueSource(strings = {"ScheduleRun", "ScheduleSteps", "LentMemory", "call.Operand"})
    void fieldsAreApartFromWhatLiesBefore(String name) throws ClassNotFoundException {
        Class<?> type = Class.forName(CallLayoutTest.class.getPackageName() + "." + name);
        List<String> declared = Arrays.stream(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .map(Field::getName)
                .toList();
        assertFalse(declared.isEmpty());
        CacheLines.of(type).assertApartFromFront(declared);
    }
}
