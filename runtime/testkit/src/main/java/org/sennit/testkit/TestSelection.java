package org.sennit.testkit;

import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** The tests that a run wants: all of them, or those that make up for an earlier run. */
final class TestSelection {
    private final boolean isAll;
    private final LeftOut leftOut;
    private final Set<String> tags;

    private TestSelection(boolean isAll, LeftOut leftOut, Set<String> tags) {
        this.isAll = isAll;
        this.leftOut = leftOut;
        this.tags = tags;
    }

    /** Wants every test. */
    static TestSelection all() {
        return new TestSelection(true, new LeftOut(), Set.of());
    }

    /** Wants what was left out, and what has one of the tags. */
    static TestSelection makingUp(LeftOut leftOut, Set<String> tags) {
        return new TestSelection(false, leftOut, tags);
    }

    /** Returns whether it, what it stands in, or something in it is wanted. */
    boolean wants(ExtensionContext context) {
        return isAll || leftOut.concerns(context.getUniqueId()) || isTagged(context);
    }

    private boolean isTagged(ExtensionContext context) {
        for (Optional<ExtensionContext> at = Optional.of(context);
                at.isPresent();
                at = at.get().getParent()) {
            if (!Collections.disjoint(at.get().getTags(), tags)) {
                return true;
            }
        }
        boolean isClass = context.getElement().filter(Class.class::isInstance).isPresent();
        return isClass && holdsTagged(context.getRequiredTestClass());
    }

    private boolean holdsTagged(Class<?> type) {
        return !ReflectionSupport.findMethods(
                                type,
                                method -> AnnotationSupport.isAnnotated(method, Testable.class) && hasTag(method),
                                HierarchyTraversalMode.TOP_DOWN)
                        .isEmpty()
                || Arrays.stream(type.getDeclaredClasses())
                        .filter(nested -> AnnotationSupport.isAnnotated(nested, Nested.class))
                        .anyMatch(nested -> hasTag(nested) || holdsTagged(nested));
    }

    private boolean hasTag(AnnotatedElement element) {
        return AnnotationSupport.findRepeatableAnnotations(element, Tag.class).stream()
                .anyMatch(tag -> tags.contains(tag.value()));
    }
}
