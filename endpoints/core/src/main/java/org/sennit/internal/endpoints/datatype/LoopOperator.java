package org.sennit.internal.endpoints.datatype;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import org.sennit.message.ElementType;

/** The operation of a loop of {@link LoopWriter} on two elements. Immutable. */
interface LoopOperator {
    /** Returns its name, for the names of classes. */
    String name();

    /** Returns whether it exists for a type. */
    boolean isFor(ElementType type);

    /** Returns the type of its computation: int, long, float or double. */
    TypeKind carrier(ElementType type);

    /** Writes what stands on the stack below both operands. */
    void prepare(CodeBuilder code);

    /** Writes what replaces both operands by the result, all of the carrier. */
    void combine(CodeBuilder code, ElementType type);

    /** Returns what the loops call, or null: the third of the constants that their class carries along. */
    default Object function() {
        return null;
    }
}
