package org.sennit.internal.endpoints.datatype;

import java.io.ObjectInputFilter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The limits of objects that a process may receive: their classes and sizes. None until the user names classes: a
 * sender to a process that deserialises any object can make it run code of any of its classes. Immutable; any thread.
 *
 * @param allowed class names, or beginnings of them as {@code org.example.*}
 * @param maxDepth of objects in objects
 * @param maxArrayLength of an array, in elements
 * @param maxBytes of a whole object as it travels
 */
public record ObjectRules(List<String> allowed, int maxDepth, long maxArrayLength, long maxBytes) {
    /** Classes that may arrive as objects. */
    public static final Option<String> ALLOW = Option.ofString(
            "objects.allow",
            "",
            "classes that may be received as objects: names, or prefixes such as org.example.*, separated by commas;"
                + " empty: objects are disabled; strings, boxed values, primitive arrays and List.of, Set.of, Map.of"
                + " are always included");

    /** Deepest nesting of objects in objects. */
    public static final Option<Integer> MAX_DEPTH = Option.ofInt(
            "objects.depth.max", 64, 1, 10_000, "levels", "deepest nesting of objects in a received object");

    /** Longest array, in elements. */
    public static final Option<Long> MAX_ARRAY = Option.ofLong(
            "objects.array.max", 16L << 20, 0, Integer.MAX_VALUE, "elements", "longest array in a received object");

    /** Longest object, in bytes. */
    public static final Option<Long> MAX_BYTES = Option.ofLong(
            "objects.bytes.max",
            64L << 20,
            0,
            Integer.MAX_VALUE - 8L,
            "bytes",
            "longest object that is sent or received");

    private static final Set<Class<?>> BASICS = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Character.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Number.class,
            Record.class,
            Enum.class,
            Object.class); // of an array: nothing else of that class can be written

    /**
     * List.of, Set.of, Map.of, their copyOf, Stream.toList, Collections' empty and single ones; and as what they are
     * written.
     */
    private static final Set<String> IMMUTABLE_COLLECTIONS = Set.of(
            "java.util.CollSer",
            "java.util.ImmutableCollections$List12",
            "java.util.ImmutableCollections$ListN",
            "java.util.ImmutableCollections$Map1",
            "java.util.ImmutableCollections$MapN",
            "java.util.ImmutableCollections$Set12",
            "java.util.ImmutableCollections$SetN",
            "java.util.Collections$EmptyList",
            "java.util.Collections$EmptyMap",
            "java.util.Collections$EmptySet",
            "java.util.Collections$SingletonList",
            "java.util.Collections$SingletonMap",
            "java.util.Collections$SingletonSet");

    /** Reads the options. */
    public static ObjectRules of(Options options) {
        List<String> allowed = Arrays.stream(options.value(ALLOW).split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        return new ObjectRules(allowed, options.value(MAX_DEPTH), options.value(MAX_ARRAY), options.value(MAX_BYTES));
    }

    /**
     * Throws when objects are off.
     *
     * @param where names the operation, for the text
     * @throws SennitException UNSUPPORTED when no class is allowed; final
     */
    public void checkOn(String where) {
        if (allowed.isEmpty()) {
            throw new SennitException(
                    ErrorClass.UNSUPPORTED,
                    "objects are off: set the option " + ALLOW.name() + " to the classes that may arrive, such as "
                            + ALLOW.name() + "=org.example.*: " + where);
        }
    }

    boolean allows(Class<?> type) {
        Class<?> element = elementOf(type);
        String name = element.getName();
        return element.isPrimitive()
                || BASICS.contains(element)
                || IMMUTABLE_COLLECTIONS.contains(name)
                || isListed(name);
    }

    private static Class<?> elementOf(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element;
    }

    /** Returns the option that lets in a class besides those that are. */
    private String withAlso(Class<?> refused) {
        return "-o '" + ALLOW.name() + "=" + String.join(",", allowed) + ","
                + elementOf(refused).getName() + "'";
    }

    private boolean isListed(String name) {
        for (String entry : allowed) {
            boolean isPrefix = entry.endsWith("*");
            if (isPrefix ? name.startsWith(entry.substring(0, entry.length() - 1)) : name.equals(entry)) {
                return true;
            }
        }
        return false;
    }

    /** A filter for one object, which remembers what it has refused. */
    final class Filter implements ObjectInputFilter {
        private String refusal; // null: nothing yet

        @Override
        public Status checkInput(FilterInfo info) {
            if (info.depth() > maxDepth) {
                return refuse("object nested too deep: depth=" + info.depth() + " limit=" + maxDepth + " ("
                        + MAX_DEPTH.name() + ")");
            }
            if (info.arrayLength() > maxArrayLength) {
                return refuse("array too long: length=" + info.arrayLength() + " limit=" + maxArrayLength + " ("
                        + MAX_ARRAY.name() + ")");
            }
            if (info.serialClass() != null && !allows(info.serialClass())) {
                return refuse("class is not allowed: class="
                        + info.serialClass().getTypeName() + " (" + withAlso(info.serialClass()) + " allows it)");
            }
            return Status.ALLOWED;
        }

        private Status refuse(String why) {
            refusal = why;
            return Status.REJECTED;
        }

        String refusal() {
            return refusal;
        }
    }
}
