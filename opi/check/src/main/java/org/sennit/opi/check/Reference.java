package org.sennit.opi.check;

import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;

/**
 * The expression by which code names a buffer: a variable, or what is reached from one by fields and array elements
 * ({@code this.halo}, {@code pair.left}, {@code halos[0]}, {@code halos[i]}). Two that are equal name the same place as
 * long as nothing on the way is assigned.
 *
 * @param root a local variable, a parameter, or a field of the object itself or of a class
 * @param steps what follows, outermost object first
 */
record Reference(Element root, List<Step> steps) {
    /** One step away from the root. */
    sealed interface Step {
        /** A field of the object so far. */
        record Field(Element field) implements Step {}

        /** An element of the array so far, by a number. */
        record Constant(int index) implements Step {}

        /** An element of the array so far, by what a variable holds. */
        record Variable(Element index) implements Step {}
    }

    static Reference to(Element root) {
        return new Reference(root, List.of());
    }

    Reference then(Step step) {
        List<Step> more = new ArrayList<>(steps);
        more.add(step);
        return new Reference(root, List.copyOf(more));
    }

    boolean startsWith(Reference prefix) {
        return root.equals(prefix.root)
                && steps.size() >= prefix.steps.size()
                && steps.subList(0, prefix.steps.size()).equals(prefix.steps);
    }

    /** Returns all references that this one passes on its way, itself last. */
    List<Reference> prefixes() {
        List<Reference> prefixes = new ArrayList<>();
        for (int length = 0; length <= steps.size(); length++) {
            prefixes.add(new Reference(root, steps.subList(0, length)));
        }
        return prefixes;
    }

    boolean isLocal() {
        return !root.getKind().isField();
    }

    /** Returns whether an assignment to that reference may make this one name another place. */
    boolean changesWith(Reference assigned) {
        return startsWith(assigned) || assigned.steps.isEmpty() && steps.contains(new Step.Variable(assigned.root));
    }

    /** Returns whether code that sees neither this method's variables nor its stack may assign it. */
    boolean isAssignableElsewhere() {
        return !steps.isEmpty() || !isLocal() && !root.getModifiers().contains(Modifier.FINAL);
    }

    /** Returns the reference as the code has it, without {@code this}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(root.getSimpleName());
        for (Step step : steps) {
            switch (step) {
                case Step.Field(Element field) -> text.append('.').append(field.getSimpleName());
                case Step.Constant(int index) -> text.append('[').append(index).append(']');
                case Step.Variable(Element index) ->
                    text.append('[').append(index.getSimpleName()).append(']');
            }
        }
        return text.toString();
    }

    /** Returns whether such an element can hold a buffer by a name of its own. */
    static boolean isVariable(Element element) {
        if (element == null) {
            return false;
        }
        ElementKind kind = element.getKind();
        String name = element.getSimpleName().toString();
        return kind.isVariable() && !name.equals("this") && !name.equals("super");
    }
}
