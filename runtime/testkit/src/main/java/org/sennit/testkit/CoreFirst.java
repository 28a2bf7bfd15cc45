package org.sennit.testkit;

import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Comparator;
import org.junit.jupiter.api.ClassDescriptor;
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
 * order stays as it was. In a run that makes up for an earlier one, what that has left out comes before what is tagged.
 * JUnit makes it, by name.
 */
public final class CoreFirst implements ClassOrderer, MethodOrderer {
    @Override
    public void orderClasses(ClassOrdererContext context) {
        TestSelection selection = TestSelection.of(context::getConfigurationParameter);
        context.getClassDescriptors()
                .sort(Comparator.<ClassDescriptor>comparingInt(
                                each -> selection.comesFirst(each.getTestClass()) ? 0 : 1)
                        .thenComparingInt(each -> hasCore(each.getTestClass()) ? 0 : 1));
    }

    @Override
    public void orderMethods(MethodOrdererContext context) {
        context.getMethodDescriptors()
                .sort(Comparator.comparingInt(
                        each -> isCore(each.getMethod()) ? 0 : isNotCore(each.getMethod()) ? 2 : 1));
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

    static boolean isNotCore(AnnotatedElement element) {
        return AnnotationSupport.isAnnotated(element, NotCore.class);
    }
}
