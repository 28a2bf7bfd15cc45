package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;
import org.sennit.message.ArrayOrder;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/**
 * Null for each argument of each factory, and of each call of a group: an error of Sennit that says what is missing.
 */
@Deadline(seconds = 60)
class NullFactoryArgumentsTest {
    private static final Map<Class<?>, Object> GIVEN = Map.ofEntries(
            Map.entry(long.class, 1L),
            Map.entry(int.class, 1),
            Map.entry(boolean.class, true),
            Map.entry(long[].class, new long[] {1}),
            Map.entry(int[].class, new int[] {0}),
            Map.entry(int[][].class, new int[][] {{0, 0, 1}}),
            Map.entry(String.class, "mine"),
            Map.entry(ElementType.class, ElementType.INT),
            Map.entry(ArrayOrder.class, ArrayOrder.ROW_MAJOR),
            Map.entry(DataLayout.class, DataLayout.INT),
            Map.entry(DataLayout[].class, new DataLayout[] {DataLayout.INT}),
            Map.entry(java.lang.foreign.MemoryLayout.class, java.lang.foreign.ValueLayout.JAVA_INT),
            Map.entry(IntBinaryOperator.class, (IntBinaryOperator) Math::max),
            Map.entry(LongBinaryOperator.class, (LongBinaryOperator) Math::max),
            Map.entry(DoubleBinaryOperator.class, (DoubleBinaryOperator) Math::max),
            Map.entry(ReduceFunction.class, (ReduceFunction) (in, inOut, unit, count) -> {}),
            Map.entry(AttributeKey.Copy.class, (AttributeKey.Copy<Object>) (from, value) -> value),
            Map.entry(AttributeKey.Delete.class, (AttributeKey.Delete<Object>) (from, value) -> {}));

    private final Set<String> wrong = new TreeSet<>();

    @Test
    void areErrorsThatSayWhatIsMissing() {
        for (Class<?> type : Set.of(
                DataLayout.class, Blocks.class, Operation.class, AttributeKey.class, CartesianCommunicator.class)) {
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isStatic(method.getModifiers()) && Modifier.isPublic(method.getModifiers())) {
                    callAll(null, method, null);
                }
            }
        }
        Job.run(1, endpoint -> {
            Group group = endpoint.world().group();
            for (Method method : Group.class.getMethods()) {
                if (!Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() == Group.class) {
                    callAll(group, method, group);
                }
            }
        });
        assertEquals("", String.join("\n", wrong));
    }

    private void callAll(Object on, Method method, Group group) {
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            if (!types[i].isPrimitive()) {
                Object[] arguments = Arrays.stream(types)
                        .map(type -> type == Group.class ? group : GIVEN.get(type))
                        .toArray();
                arguments[i] = null;
                call(on, method, arguments, method + " " + i);
            }
        }
    }

    private void call(Object on, Method method, Object[] arguments, String name) {
        try {
            method.invoke(on, arguments);
            wrong.add(name + ": passes");
        } catch (InvocationTargetException e) {
            boolean isTold = e.getCause() instanceof SennitException error
                    && error.getMessage().startsWith("no ")
                    && error.getMessage().contains("operation=");
            if (!isTold) {
                wrong.add(name + ": " + e.getCause());
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
