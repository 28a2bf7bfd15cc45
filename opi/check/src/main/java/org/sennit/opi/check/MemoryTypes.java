package org.sennit.opi.check;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.util.Elements;

/**
 * Decides which types can be memory at run time, and what to pass instead of those that cannot. The words are those of
 * the error at run time, whose class is not on javac's processor path.
 */
final class MemoryTypes {
    private static final String LEGAL = "memory is a primitive array, ByteBuffer, MemorySegment or Agrona buffer";
    private static final String SEGMENT = "java.lang.foreign.MemorySegment";

    private static final Set<String> MEMORY = Set.of("java.nio.ByteBuffer", SEGMENT, "org.agrona.DirectBuffer");

    /** Types of which memory is a subtype: only the object itself can tell. */
    private static final Set<String> WIDER = Set.of(
            "java.lang.Object",
            "java.lang.Comparable",
            "java.lang.Cloneable",
            "java.io.Serializable",
            "java.nio.Buffer");

    private static final Map<String, String> BOXED = Map.of(
            "java.lang.Byte", "byte",
            "java.lang.Boolean", "boolean",
            "java.lang.Character", "char",
            "java.lang.Short", "short",
            "java.lang.Integer", "int",
            "java.lang.Long", "long",
            "java.lang.Float", "float",
            "java.lang.Double", "double");

    private final Elements elements;

    MemoryTypes(Elements elements) {
        this.elements = elements;
    }

    /** Returns what to pass instead of an expression of this type; null if it can be memory. */
    String mistake(TypeMirror type) {
        String hint = type == null ? null : hint(type);
        return hint == null ? null : hint + "; " + LEGAL;
    }

    private String hint(TypeMirror type) {
        if (type.getKind().isPrimitive()) {
            return ofValue(type.toString(), type.getKind().name().toLowerCase(Locale.ROOT));
        }
        return switch (type) {
            case ArrayType array -> ofArray(array);
            case TypeVariable variable -> hint(variable.getUpperBound());
            case IntersectionType intersection -> ofBounds(intersection);
            case DeclaredType declared -> ofClass(declared);
            default -> null; // null itself, and code that does not compile
        };
    }

    private String ofBounds(IntersectionType intersection) {
        Set<TypeElement> all = intersection.getBounds().stream()
                .flatMap(bound -> SuperTypes.of(bound).stream())
                .collect(Collectors.toSet());
        if (all.stream().anyMatch(MemoryTypes::isMemory)) {
            return null;
        }
        for (TypeMirror bound : intersection.getBounds()) {
            String hint = hint(bound);
            if (hint != null) {
                return hint;
            }
        }
        return null;
    }

    private static String ofValue(String name, String primitive) {
        return name + " is a value: pass an array of length 1, " + primitive + "[1]";
    }

    private static String ofArray(ArrayType array) {
        if (array.getComponentType().getKind().isPrimitive()) {
            return null;
        }
        TypeMirror element = array;
        String brackets = "";
        while (element instanceof ArrayType inner) {
            element = inner.getComponentType();
            brackets += "[]";
        }
        if (element.getKind().isPrimitive()) {
            String primitive = element.getKind().name().toLowerCase(Locale.ROOT);
            return primitive + brackets + " is not contiguous: send each row, or copy all into one " + primitive + "[]";
        }
        String primitive = BOXED.get(qualifiedName(element));
        return simpleName(element)
                + brackets
                + (primitive != null
                        ? " holds references, not values: copy the values into one " + primitive + "[]"
                        : " holds references: send it with sendObject, or copy its data into a primitive array");
    }

    private String ofClass(DeclaredType type) {
        String name = simpleName(type);
        String primitive = BOXED.get(qualifiedName(type));
        if (primitive != null) {
            return ofValue(name, primitive);
        }
        Set<TypeElement> all = SuperTypes.of(type);
        if (WIDER.contains(qualifiedName(type)) || all.stream().anyMatch(MemoryTypes::isMemory)) {
            return null;
        }
        Set<String> names =
                all.stream().map(each -> each.getQualifiedName().toString()).collect(Collectors.toSet());
        if (names.contains("java.lang.CharSequence")) {
            return name + " is an object: send it with sendObject, or its UTF-8 bytes as a byte[]";
        }
        if (names.contains("java.nio.Buffer")) {
            return "of the buffers of java.nio only ByteBuffer is memory: pass MemorySegment.ofBuffer(buffer)";
        }
        if (names.contains("java.lang.Iterable") || names.contains("java.util.Map")) {
            return name + " is an object: send it with sendObject, or copy its elements into a primitive array";
        }
        String view = view((TypeElement) type.asElement());
        return view != null
                ? name + " is not memory itself: pass its " + view + "()"
                : name + " is an object: send it with sendObject, or copy its data into a primitive array";
    }

    /** Returns a method that returns an object's memory; null if there is none. */
    private String view(TypeElement type) {
        return elements.getAllMembers(type).stream()
                .filter(member -> member instanceof ExecutableElement method
                        && method.getParameters().isEmpty()
                        && qualifiedName(method.getReturnType()).equals(SEGMENT))
                .map(member -> member.getSimpleName().toString())
                .min(String::compareTo)
                .orElse(null);
    }

    private static boolean isMemory(TypeElement type) {
        return MEMORY.contains(type.getQualifiedName().toString()) || Contracts.has(type, Contracts.MEMORY);
    }

    private static String qualifiedName(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED && element(type) instanceof TypeElement element
                ? element.getQualifiedName().toString()
                : "";
    }

    private static String simpleName(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED
                ? element(type).getSimpleName().toString()
                : type.toString();
    }

    private static Element element(TypeMirror type) {
        return ((DeclaredType) type).asElement();
    }
}
