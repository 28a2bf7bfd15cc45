package org.sennit.testkit;

import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Collections;
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
 * order stays as it was. In a run that makes up for an earlier one the order is drawn anew, so that a share of time
 * does not leave out the same classes each time: first those of which nothing has run, then the rest of what was left
 * out, last tagged ones that run whatever the share is. JUnit makes it, by name.
 */
public final class CoreFirst implements ClassOrderer, MethodOrderer {
    /** The property of the seed of all random numbers of tests; absent: from the clock. */
    static final String SEED = "sennit.test.seed";

    @Override
    public void orderClasses(ClassOrdererContext context) {
        if (context.getClassDescriptors().size() < 2) { // JUnit also asks for the nested classes of each class
            return;
        }
        TestSelection selection = TestSelection.of(context::getConfigurationParameter);
        if (selection.isAll()) {
            context.getClassDescriptors().sort(Comparator.comparingInt(each -> hasCore(each.getTestClass()) ? 0 : 1));
            return;
        }
        SeededRandom random = new SeededRandom(context.getConfigurationParameter(SEED)
                .filter(seed -> !seed.isBlank())
                .map(Long::parseLong)
                .orElseGet(CoreFirst::drawnSeed));
        Collections.shuffle(context.getClassDescriptors(), java.util.Random.from(random));
        context.getClassDescriptors().sort(Comparator.comparingInt(each -> selection.turn(each.getTestClass())));
    }

    /** Returns a seed from the clock, and prints it: no run repeats the order without. */
    private static long drawnSeed() {
        long seed = System.nanoTime();
        System.out.println("tests: order of classes drawn with -Dtest.seed=" + seed);
        return seed;
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
