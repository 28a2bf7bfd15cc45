package org.sennit.internal.endpoints.datatype;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import org.sennit.message.ElementType;

/**
 * A user's function of two numbers. It is a constant of the class of its loops, so the compiler inlines it as it would
 * in a loop written by hand.
 *
 * @param name the operation's
 * @param function an object of the interface
 * @param face {@code DoubleBinaryOperator} or a sister
 * @param method its one method
 * @param carrier what it computes with
 */
record UserOperator(String name, Object function, Class<?> face, String method, TypeKind carrier)
        implements LoopOperator {
    @Override
    public boolean isFor(ElementType type) {
        return switch (type) {
            case FLOAT, DOUBLE -> carrier == TypeKind.DOUBLE;
            case LONG -> carrier == TypeKind.LONG;
            case BOOLEAN -> false;
            default -> carrier == TypeKind.INT;
        };
    }

    @Override
    public TypeKind carrier(ElementType type) {
        return carrier;
    }

    @Override
    public void prepare(CodeBuilder code) {
        code.loadConstant(LoopWriter.classData(2, face));
    }

    @Override
    public void combine(CodeBuilder code, ElementType type) {
        ClassDesc number = carrier.upperBound();
        code.invokeinterface(ClassDesc.of(face.getName()), method, MethodTypeDesc.of(number, number, number));
    }
}
