package org.sennit.testkit;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.TestAbortedException;

/**
 * Gives the tests of a module a share of time, {@value #SHARE} in seconds from the start of the JVM (a system property
 * or a configuration parameter of JUnit). When it is used up, only {@link Core} tests still run; the others count as
 * skipped, so that a slow machine runs fewer tests and none fails for it. The last line of the run says how many cases
 * ran, and a file lists those that did not, for a run that makes up for them. JUnit finds it by itself in every module
 * that has the test kit.
 *
 * <p>It also starts the {@link HangWatch} and, where it is asked for, {@link Starvation}.
 */
public final class ShareExtension implements ExecutionCondition, BeforeAllCallback, InvocationInterceptor {
    /** The property of the share; 0 or absent: no limit. */
    static final String SHARE = "sennit.test.share";

    /** The property of the file that lists what the share has left out; absent: no list. */
    static final String LEFT_OUT = "sennit.test.left.out";

    /**
     * The property that makes up for an earlier run: tags, with commas between. What is tagged with one of them runs,
     * and what that run has listed as left out; nothing else, core or not.
     */
    static final String MAKE_UP = "sennit.test.make.up";

    /** The property of the time, in seconds, after which no progress is a hang. */
    static final String HANG = "sennit.test.hang";

    /** The property of the seed by which threads are starved ({@link Starvation}); absent: none are. */
    static final String STARVE = "sennit.test.starve";

    private static final String REASON = "the module's share of time is used up, and this is no core test";

    private static final String HAS_RUN = "it has run already, in the run that this one makes up for";

    @Override
    public void beforeAll(ExtensionContext context) {
        runOf(context);
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean isTestOrClass = context.getTestClass().isPresent();
        if (isTestOrClass && !runOf(context).selection().wants(context)) {
            return ConditionEvaluationResult.disabled(HAS_RUN);
        }
        if (!isTestOrClass || !runOf(context).log().isShareUsedUp() || isCore(context)) {
            return ConditionEvaluationResult.enabled("");
        }
        int cases = context.getTestMethod().isPresent() ? 1 : casesOf(context.getRequiredTestClass());
        runOf(context).log().leavesOut(context.getUniqueId(), cases);
        return ConditionEvaluationResult.disabled(REASON);
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context);
    }

    /** Runs a test that a factory made, which has no condition of its own. */
    @Override
    public void interceptDynamicTest(
            Invocation<Void> invocation, DynamicTestInvocationContext method, ExtensionContext context)
            throws Throwable {
        boolean hasRun = !runOf(context).selection().wants(context);
        if (hasRun || runOf(context).log().isShareUsedUp() && !isCore(context)) {
            if (!hasRun) {
                runOf(context).log().leavesOut(context.getUniqueId(), 1);
            }
            invocation.skip();
            throw new TestAbortedException(hasRun ? HAS_RUN : REASON);
        }
        run(invocation, context);
    }

    private static void run(Invocation<Void> invocation, ExtensionContext context) throws Throwable {
        CaseLog log = runOf(context).log();
        String name = nameOf(context);
        log.begins(name, DeadlineExtension.nsOf(context).orElse(0));
        boolean hasFailed = true;
        try {
            invocation.proceed();
            hasFailed = false;
        } catch (TestAbortedException e) {
            hasFailed = false;
            throw e;
        } finally {
            log.ends(hasFailed);
        }
    }

    /** Returns the class, the method and, for a case of several, its arguments or name. */
    private static String nameOf(ExtensionContext context) {
        String outer = context.getParent()
                .filter(parent -> parent.getParent().isPresent())
                .map(ShareExtension::nameOf)
                .orElse("");
        boolean isClass = context.getElement().filter(Class.class::isInstance).isPresent();
        return outer + (isClass ? context.getRequiredTestClass().getName() : " " + context.getDisplayName());
    }

    /** Returns whether a test, or what it stands in, is core; true for a class also if some test in it is. */
    private static boolean isCore(ExtensionContext context) {
        boolean isClass = context.getElement().filter(Class.class::isInstance).isPresent();
        if (isClass && CoreFirst.hasCore(context.getRequiredTestClass())) {
            return true;
        }
        for (Optional<ExtensionContext> at = Optional.of(context);
                at.isPresent();
                at = at.get().getParent()) {
            if (at.get().getElement().filter(CoreFirst::isNotCore).isPresent()) {
                return false;
            }
            if (at.get().getElement().filter(CoreFirst::isCore).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private static int casesOf(Class<?> type) {
        return ReflectionSupport.findMethods(
                                type,
                                method -> AnnotationSupport.isAnnotated(method, Testable.class),
                                HierarchyTraversalMode.TOP_DOWN)
                        .size()
                + Arrays.stream(type.getDeclaredClasses())
                        .filter(nested -> AnnotationSupport.isAnnotated(nested, Nested.class))
                        .mapToInt(ShareExtension::casesOf)
                        .sum();
    }

    /** Returns the run of all classes of this JVM; JUnit closes it when all have ended. */
    private static SharedRun runOf(ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(ShareExtension.class))
                .getOrComputeIfAbsent(SharedRun.class, key -> SharedRun.begin(context), SharedRun.class);
    }
}
