package org.sennit.ownership;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.agrona.MutableDirectBuffer;

/**
 * An Agrona buffer that checks before every access that the caller still owns the memory. It gives its address only to
 * Agrona's own copies between buffers: a buffer that wraps this one would still reach the memory after the give.
 */
final class CheckedAgronaView implements InvocationHandler {
    private final CheckedBuffer buffer;
    private final MutableDirectBuffer target;

    private CheckedAgronaView(CheckedBuffer buffer, MutableDirectBuffer target) {
        this.buffer = buffer;
        this.target = target;
    }

    static MutableDirectBuffer of(CheckedBuffer buffer, MutableDirectBuffer target) {
        return (MutableDirectBuffer) Proxy.newProxyInstance(
                MutableDirectBuffer.class.getClassLoader(),
                new Class<?>[] {MutableDirectBuffer.class},
                new CheckedAgronaView(buffer, target));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return method.getName().equals("equals") && proxy == arguments[0] ? true : call(method, arguments);
        }
        buffer.use(method.getName());
        if (method.getName().equals("wrap") || (method.getName().equals("addressOffset") && !isForACopy(proxy))) {
            throw buffer.unchecked(method.getName());
        }
        return call(method, arguments);
    }

    /** Returns whether the caller is Agrona in the middle of an access, which does not keep the address. */
    private static boolean isForACopy(Object proxy) {
        String proxyName = proxy.getClass().getName();
        return StackWalker.getInstance()
                .walk(frames -> frames.dropWhile(frame -> !frame.getClassName().equals(proxyName))
                        .dropWhile(frame -> frame.getClassName().equals(proxyName))
                        .findFirst()
                        .filter(frame -> frame.getClassName().startsWith("org.agrona.")
                                && !frame.getMethodName().equals("wrap")
                                && !frame.getMethodName().equals("<init>"))
                        .isPresent());
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
