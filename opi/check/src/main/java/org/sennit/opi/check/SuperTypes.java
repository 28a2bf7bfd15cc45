package org.sennit.opi.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** The classes and interfaces that a type extends and implements, at any distance. */
final class SuperTypes {
    private SuperTypes() {}

    /** Returns a class or interface itself, and all above it; empty for other types. */
    static Set<TypeElement> of(TypeMirror type) {
        Set<TypeElement> all = new LinkedHashSet<>();
        Deque<TypeMirror> open = new ArrayDeque<>();
        open.add(type);
        while (!open.isEmpty()) {
            if (open.remove() instanceof DeclaredType declared
                    && declared.asElement() instanceof TypeElement element
                    && all.add(element)) {
                open.add(element.getSuperclass());
                open.addAll(element.getInterfaces());
            }
        }
        return all;
    }
}
