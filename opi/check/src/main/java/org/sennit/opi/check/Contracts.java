package org.sennit.opi.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;

/** Reads the contracts of methods from their annotations and from those of the methods that they override. */
final class Contracts {
    static final String CONSUMES = "org.sennit.ownership.Consumes";
    static final String BORROWED = "org.sennit.ownership.Borrowed";
    static final String MEMORY = "org.sennit.message.Memory";

    private static final Contract NONE = new Contract(false, new BitSet(), false, 0, false);

    private final Elements elements;
    private final Map<ExecutableElement, Contract> known = new HashMap<>();

    Contracts(Elements elements) {
        this.elements = elements;
    }

    /** Returns the contract of what is called; that of nothing, if the element is no method. */
    Contract of(Element called) {
        if (!(called instanceof ExecutableElement method)) {
            return NONE;
        }
        Contract contract = known.get(method);
        if (contract == null) {
            contract = read(method);
            known.put(method, contract);
        }
        return contract;
    }

    private Contract read(ExecutableElement method) {
        List<? extends VariableElement> parameters = method.getParameters();
        BitSet consumed = new BitSet();
        for (int i = 0; i < parameters.size(); i++) {
            consumed.set(i, has(parameters.get(i), CONSUMES));
        }
        boolean consumesReceiver = has(method, CONSUMES);
        boolean isBorrowed = has(method, BORROWED);
        if (method.getEnclosingElement() instanceof TypeElement owner) {
            for (TypeMirror above : supertypes(owner)) {
                Contract inherited = overriddenIn(above, method, owner);
                consumed.or(inherited.consumed());
                consumesReceiver |= inherited.consumesReceiver();
                isBorrowed |= inherited.isBorrowed();
            }
        }
        return new Contract(consumesReceiver, consumed, method.isVarArgs(), parameters.size(), isBorrowed);
    }

    private Contract overriddenIn(TypeMirror above, ExecutableElement method, TypeElement owner) {
        if (!(above instanceof DeclaredType type && type.asElement() instanceof TypeElement declaring)) {
            return NONE;
        }
        for (Element member : declaring.getEnclosedElements()) {
            if (member instanceof ExecutableElement overridden
                    && overridden.getSimpleName().equals(method.getSimpleName())
                    && elements.overrides(method, overridden, owner)) {
                return of(overridden);
            }
        }
        BitSet consumed = new BitSet();
        boolean consumesReceiver = false;
        boolean isBorrowed = false;
        for (TypeMirror higher : supertypes(declaring)) {
            Contract inherited = overriddenIn(higher, method, owner);
            consumed.or(inherited.consumed());
            consumesReceiver |= inherited.consumesReceiver();
            isBorrowed |= inherited.isBorrowed();
        }
        return new Contract(consumesReceiver, consumed, false, 0, isBorrowed);
    }

    private static List<TypeMirror> supertypes(TypeElement type) {
        List<TypeMirror> all = new ArrayList<>(type.getInterfaces());
        all.add(type.getSuperclass());
        return all;
    }

    static boolean has(Element element, String annotation) {
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            TypeElement type = (TypeElement) mirror.getAnnotationType().asElement();
            if (type.getQualifiedName().contentEquals(annotation)) {
                return true;
            }
        }
        return false;
    }
}
