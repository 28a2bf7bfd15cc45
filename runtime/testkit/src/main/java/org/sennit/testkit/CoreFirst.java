package org.sennit.testkit;

import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Comparator;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;
import org.junit.jupiter.api.Nested;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Orders tests: classes with {@link Core} tests before the others, and in a class its core tests first; otherwise the
 * order stays as it was. JUnit makes it, by name.
 */
public final class CoreFirst implements ClassOrderer, MethodOrderer {
    @Override
    public void orderClasses(ClassOrdererContext context) {
        context.getClassDescriptors().sort(Comparator.comparing(each -> !hasCore(each.getTestClass())));
    }

    @Override
    public void orderMethods(MethodOrdererContext context) {
        context.getMethodDescriptors().sort(Comparator.comparing(each -> !isCore(each.getMethod())));
    }

    /** Returns whether a class is core itself, or some of its tests or nested classes are. */
    static boolean hasCore(Class<?> type) {
        return isCore(type)
                || !ReflectionSupport.findMethods(type, CoreFirst::isCore, HierarchyTraversalMode.TOP_DOWN)
                        .isEmpty()
                || Arrays.stream(type.getDeclaredClasses())
                        .anyMatch(nested -> AnnotationSupport.isAnnotated(nested, Nested.class) && hasCore(nested));
    }

    static boolean isCore(AnnotatedElement element) {
        return AnnotationSupport.isAnnotated(element, Core.class);
    }
}
