package org.sennit.testkit;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives tests, factories of tests and life-cycle methods their {@link Deadline}. JUnit makes it and calls it; there is
 * nothing to configure but the annotation.
 */
public final class DeadlineExtension implements InvocationInterceptor {
    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context.getDisplayName(), context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(
                invocation,
                nameOf(method) + " " + context.getDisplayName(),
                context); // the latter is of the arguments alone
    }

    @Override
    public void interceptDynamicTest(
            Invocation<Void> invocation, DynamicTestInvocationContext method, ExtensionContext context)
            throws Throwable {
        run(invocation, context.getDisplayName(), context);
    }

    /** Draws a stream of tests here, since what draws it may do the work: a job whose cases are then looked at. */
    @Override
    public <T> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        return run(
                () -> {
                    T tests = invocation.proceed();
                    @SuppressWarnings("unchecked") // a stream in place of a stream
                    T drawn = tests instanceof Stream<?> stream ? (T) stream.toList().stream() : tests;
                    return drawn;
                },
                context.getDisplayName(),
                context);
    }

    @Override
    public void interceptBeforeAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, nameOf(method), context);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, nameOf(method), context);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, nameOf(method), context);
    }

    @Override
    public void interceptAfterAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, nameOf(method), context);
    }

    private static String nameOf(ReflectiveInvocationContext<Method> method) {
        return method.getExecutable().getName() + "()";
    }

    private static <T> T run(Invocation<T> invocation, String name, ExtensionContext context) throws Throwable {
        Object[] result = new Object[1];
        TimedRun.within(name, nsOf(context).orElseThrow(), () -> result[0] = invocation.proceed(), System.err);
        @SuppressWarnings("unchecked") // what proceed() returned
        T returned = (T) result[0];
        return returned;
    }

    /** Returns the nearest annotation, from the inside out: a dynamic test has neither method nor class of its own. */
    static OptionalLong nsOf(ExtensionContext context) {
        for (Optional<ExtensionContext> at = Optional.of(context);
                at.isPresent();
                at = at.get().getParent()) {
            Optional<Deadline> deadline =
                    at.get().getElement().flatMap(element -> AnnotationSupport.findAnnotation(element, Deadline.class));
            if (deadline.isPresent()) {
                return OptionalLong.of(Deadlines.ns(deadline.get().seconds()));
            }
        }
        return OptionalLong.empty();
    }
}
