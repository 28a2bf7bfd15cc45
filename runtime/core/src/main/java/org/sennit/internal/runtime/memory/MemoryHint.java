package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Words the error for an object that was passed as memory and is none: what is legal, and what to pass instead of an
 * object of this class. The check of {@code opi/check} words the same mistakes alike in javac.
 */
final class MemoryHint {
    private static final String LEGAL = "memory is a primitive array, ByteBuffer, MemorySegment or Agrona buffer";

    /** The primitive types by the classes that box them. */
    private static final Map<Class<?>, String> BOXED = Map.of(
            Byte.class, "byte",
            Boolean.class, "boolean",
            Character.class, "char",
            Short.class, "short",
            Integer.class, "int",
            Long.class, "long",
            Float.class, "float",
            Double.class, "double");

    private MemoryHint() {}

    /**
     * Returns the advice on what to do instead.
     *
     * @param type the class of an object that is not memory
     * @return one sentence on this class, and the kinds of memory
     */
    static String of(Class<?> type) {
        return (type.isArray() ? ofArray(type) : ofObject(type)) + "; " + LEGAL;
    }

    private static String ofArray(Class<?> type) {
        String name = type.getSimpleName();
        if (type == boolean[].class) {
            return "boolean[] has no bytes of its own, so that it can only be sent and received: pass a byte[]";
        }
        Class<?> element = type;
        while (element.isArray()) {
            element = element.componentType();
        }
        if (element.isPrimitive()) {
            return name + " is not contiguous: send each row, or copy all into one " + element + "[]";
        }
        String primitive = BOXED.get(element);
        return primitive != null
                ? name + " holds references, not values: copy the values into one " + primitive + "[]"
                : name + " holds references: send it with sendObject, or copy its data into a primitive array";
    }

    private static String ofObject(Class<?> type) {
        String name = type.getSimpleName();
        String primitive = BOXED.get(type);
        if (primitive != null) {
            return name + " is a value: pass an array of length 1, " + primitive + "[1]";
        }
        if (CharSequence.class.isAssignableFrom(type)) {
            return name + " is an object: send it with sendObject, or its UTF-8 bytes as a byte[]";
        }
        if (Buffer.class.isAssignableFrom(type)) {
            return "of the buffers of java.nio only ByteBuffer is memory: pass MemorySegment.ofBuffer(buffer)";
        }
        if (Iterable.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
            return name + " is an object: send it with sendObject, or copy its elements into a primitive array";
        }
        return Stream.of(type.getMethods())
                .filter(method -> method.getParameterCount() == 0 && method.getReturnType() == MemorySegment.class)
                .map(Method::getName)
                .min(Comparator.naturalOrder())
                .map(view -> name + " is not memory itself: pass its " + view + "()")
                .orElse(name + " is an object: send it with sendObject, or copy its data into a primitive array");
    }
}
