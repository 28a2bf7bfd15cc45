package org.sennit.testkit;

import java.lang.reflect.AnnotatedElement;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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

    /** Wants every test, or what was left out and what has one of the tags, as the parameters of a run say. */
    static TestSelection of(Function<String, Optional<String>> parameters) {
        return parameters
                .apply(ShareExtension.MAKE_UP)
                .filter(tags -> !tags.isBlank())
                .map(tags -> new TestSelection(
                        false,
                        list(parameters).map(LeftOut::from).orElseGet(LeftOut::new),
                        Set.of(tags.trim().split(" *, *"))))
                .orElseGet(() -> new TestSelection(true, new LeftOut(), Set.of()));
    }

    /** Returns where the parameters of a run keep what was left out; empty where nothing keeps it. */
    static Optional<Path> list(Function<String, Optional<String>> parameters) {
        return parameters
                .apply(ShareExtension.LEFT_OUT)
                .filter(file -> !file.isBlank())
                .map(Path::of);
    }

    boolean isAll() {
        return isAll;
    }

    /**
     * Returns when a class runs, so that suites which take all the time that they are given leave some for others.
     *
     * @return 0 for classes of which nothing has run, also those with a wanted tag; 1 for the rest of what was left
     *     out; 2 for tagged classes with core tests, which run even when the share is used up
     */
    int turn(Class<?> type) {
        boolean isTagged = hasTag(type) || holdsTagged(type);
        if (isTagged && CoreFirst.hasCore(type)) {
            return 2;
        }
        return hasTag(type) || leftOut.contains("[engine:junit-jupiter]/[class:" + type.getName() + "]") ? 0 : 1;
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
