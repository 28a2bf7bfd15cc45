package org.sennit.internal.endpoints.datatype;

import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides which objects two endpoints of a JVM may share without a copy: strings, boxed values, enum constants, and
 * records whose components are all primitive or such objects. Computed once for each class. Any thread.
 */
public final class ImmutableRecords {
    private static final Set<Class<?>> VALUES = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Character.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class);

    private static final String IMMUTABLE = "";

    private static final ClassValue<String> REASONS = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return reason(type, new HashSet<>());
        }
    };

    private ImmutableRecords() {}

    /**
     * Returns the reason for which an object must not be shared.
     *
     * @param value any object or null
     * @return what is mutable about its class, or null when it may be shared
     */
    public static String whyNot(Object value) {
        String reason = value == null ? IMMUTABLE : REASONS.get(value.getClass());
        return reason.isEmpty() ? null : reason;
    }

    private static String reason(Class<?> type, Set<Class<?>> asked) {
        if (type.isPrimitive() || VALUES.contains(type) || isEnum(type) || !asked.add(type)) {
            return IMMUTABLE;
        }
        if (!type.isRecord()) {
            return type.getName() + " is no immutable record";
        }
        for (RecordComponent component : type.getRecordComponents()) {
            String reason = reason(component.getType(), asked);
            if (!reason.isEmpty()) {
                return "component " + component.getName() + " of " + type.getName() + ": " + reason;
            }
        }
        return IMMUTABLE;
    }

    private static boolean isEnum(Class<?> type) {
        return type.isEnum()
                || type.getSuperclass() != null && type.getSuperclass().isEnum(); // a constant with a body
    }
}
