package org.sennit.opi;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.agrona.MutableDirectBuffer;

/** A buffer of Agrona's that asks before every access whether its owned buffer is still the caller's. */
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
        return call(method, arguments);
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
