package org.sennit.internal.launch.process;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.sennit.internal.runtime.error.Causes;

/**
 * The main method of a program, by the rules of the {@code java} command (JLS 25, 12.1.4): {@code main(String[])}
 * before {@code main()}, static or of an instance, anything but private.
 *
 * <p>Threads: immutable; {@link #invoke} runs the program on the calling thread.
 */
public final class MainMethod {
    private final Class<?> owner;
    private final Method method;

    private MainMethod(Class<?> owner, Method method) {
        this.owner = owner;
        this.method = method;
    }

    /**
     * Looks for the main method of a class, without initializing the class.
     *
     * @return its main method, or null when it has none
     */
    public static MainMethod of(Class<?> owner) {
        Method method = declared(owner, String[].class);
        if (method == null) {
            method = declared(owner);
        }
        return method == null ? null : new MainMethod(owner, method);
    }

    private static Method declared(Class<?> owner, Class<?>... parameters) {
        for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
            try {
                Method method = c.getDeclaredMethod("main", parameters);
                if (!Modifier.isPrivate(method.getModifiers()) && method.getReturnType() == void.class) {
                    return method;
                }
            } catch (NoSuchMethodException inherited) {
                // Perhaps a superclass has it.
            }
        }
        return null;
    }

    /**
     * Runs the program. Blocks until its main method returns.
     *
     * @param args its arguments
     * @throws Throwable what left the main method, its stack trace cut below that method
     */
    public void invoke(String[] args) throws Throwable {
        method.setAccessible(true);
        if (Modifier.isStatic(method.getModifiers()) && method.getParameterCount() == 1) {
            invokeUsual(args);
            return;
        }
        try {
            Object instance = null;
            if (!Modifier.isStatic(method.getModifiers())) {
                Constructor<?> constructor = owner.getDeclaredConstructor();
                constructor.setAccessible(true);
                instance = constructor.newInstance();
            }
            if (method.getParameterCount() == 0) {
                method.invoke(instance);
            } else {
                method.invoke(instance, (Object) args);
            }
        } catch (InvocationTargetException thrown) {
            cutAll(thrown.getCause());
            throw thrown.getCause();
        }
    }

    /** Calls it as most are declared: reflection would define four classes first, which takes 5 ms. */
    private void invokeUsual(String[] args) throws Throwable {
        MethodHandle main = MethodHandles.lookup().unreflect(method);
        try {
            main.invokeExact(args);
        } catch (Throwable thrown) {
            cutAll(thrown);
            throw thrown;
        }
    }

    private void cutAll(Throwable thrown) {
        Causes.of(thrown).forEach(this::cut);
    }

    /** Takes the frames below the main method away: they are ours and tell the user nothing. */
    private void cut(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        for (int i = frames.length - 1; i >= 0; i--) {
            if (frames[i].getClassName().equals(method.getDeclaringClass().getName())
                    && frames[i].getMethodName().equals("main")) {
                StackTraceElement[] kept = new StackTraceElement[i + 1];
                System.arraycopy(frames, 0, kept, 0, i + 1);
                thrown.setStackTrace(kept);
                return;
            }
        }
    }
}
