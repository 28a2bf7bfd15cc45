package org.sennit.testkit;

import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives test methods their {@link Deadline}. JUnit makes it and calls it; there is nothing to configure but the
 * annotation.
 */
public final class DeadlineExtension implements InvocationInterceptor {

    /** Made by JUnit. */
    public DeadlineExtension() {}

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

    @Override
    public void interceptDynamicTest(
            Invocation<Void> invocation, DynamicTestInvocationContext method, ExtensionContext context)
            throws Throwable {
        run(invocation, context);
    }

    private static void run(Invocation<Void> invocation, ExtensionContext context) throws Throwable {
        String name = context.getDisplayName();
        TimedRun.within(name, TimeUnit.SECONDS.toNanos(secondsOf(context)), invocation::proceed);
    }

    /** The nearest annotation, from the inside out: a dynamic test has neither method nor class of its own. */
    private static int secondsOf(ExtensionContext context) {
        return context.getElement()
                .flatMap(element -> AnnotationSupport.findAnnotation(element, Deadline.class))
                .map(Deadline::seconds)
                .orElseGet(() -> secondsOf(context.getParent().orElseThrow()));
    }
}
