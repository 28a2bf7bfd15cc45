package org.sennit.internal.runtime.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Looks up the handles of fields that several threads access. Stateless; any thread. */
public final class FieldHandle {
    private FieldHandle() {}

    /**
     * Returns the exact handle of a field: a call with other static types than those of the field is an error.
     *
     * @param lookup of the class that keeps the handle, in the module of the owner
     * @param owner the class that declares the field
     */
    public static VarHandle of(MethodHandles.Lookup lookup, Class<?> owner, String field, Class<?> type) {
        return converting(lookup, owner, field, type).withInvokeExactBehavior();
    }

    /**
     * Returns the handle of a field that converts the static types of a call to those of the field.
     *
     * @param lookup of the class that keeps the handle, in the module of the owner
     * @param owner the class that declares the field
     */
    public static VarHandle converting(MethodHandles.Lookup lookup, Class<?> owner, String field, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(owner, lookup).findVarHandle(owner, field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
