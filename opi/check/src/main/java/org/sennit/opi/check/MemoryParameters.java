package org.sennit.opi.check;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.Elements;

/**
 * Finds the parameters of methods that are memory, by their annotation and by those of the methods that they override.
 */
final class MemoryParameters {
    private final Elements elements;
    private final Map<ExecutableElement, BitSet> known = new HashMap<>();

    MemoryParameters(Elements elements) {
        this.elements = elements;
    }

    /** Returns the numbers of the parameters that are memory, from 0. */
    BitSet of(ExecutableElement method) {
        BitSet memory = known.get(method);
        if (memory == null) {
            memory = read(method);
            known.put(method, memory);
        }
        return memory;
    }

    private BitSet read(ExecutableElement method) {
        BitSet memory = new BitSet();
        addAnnotated(method, memory);
        if (takesObjects(method) && method.getEnclosingElement() instanceof TypeElement owner) {
            for (TypeElement above : SuperTypes.of(owner.asType())) {
                for (Element member : above.getEnclosedElements()) {
                    if (member instanceof ExecutableElement other
                            && other.getSimpleName().equals(method.getSimpleName())
                            && elements.overrides(method, other, owner)) {
                        addAnnotated(other, memory);
                    }
                }
            }
        }
        return memory;
    }

    private static boolean takesObjects(ExecutableElement method) {
        return method.getParameters().stream()
                .anyMatch(parameter -> parameter.asType().toString().equals("java.lang.Object"));
    }

    private static void addAnnotated(ExecutableElement method, BitSet memory) {
        List<? extends VariableElement> parameters = method.getParameters();
        for (int i = 0; i < parameters.size(); i++) {
            if (Contracts.has(parameters.get(i), Contracts.MEMORY)) {
                memory.set(i);
            }
        }
    }
}
