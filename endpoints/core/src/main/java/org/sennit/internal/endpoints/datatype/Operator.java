package org.sennit.internal.endpoints.datatype;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Locale;
import org.sennit.message.ElementType;

/**
 * The predefined operations on two elements, as instructions for {@link LoopWriter}: one of the JVM's own, or a call of
 * a short method that the compiler knows or inlines. Immutable. (MPI 4.1, section 6.9.2)
 */
enum Operator implements LoopOperator {
    SUM("ADD", null),
    PRODUCT("MUL", null),
    MIN("min", Math.class),
    MAX("max", Math.class),
    BAND("AND", null),
    BOR("OR", null),
    BXOR("XOR", null),
    LAND("and", Logic.class),
    LOR("or", Logic.class),
    LXOR("xor", Logic.class);

    private final String word; // an instruction's name after the letter of its type, or a method's name
    private final Class<?> owner; // of the method, or null

    Operator(String word, Class<?> owner) {
        this.word = word;
        this.owner = owner;
    }

    @Override
    public boolean isFor(ElementType type) {
        return switch (this) {
            case SUM, PRODUCT, MIN, MAX -> type != ElementType.BOOLEAN;
            case LAND, LOR, LXOR -> type != ElementType.FLOAT && type != ElementType.DOUBLE;
            case BAND, BOR, BXOR ->
                type != ElementType.BOOLEAN && type != ElementType.FLOAT && type != ElementType.DOUBLE;
        };
    }

    @Override
    public TypeKind carrier(ElementType type) {
        return LoopWriter.kind(type).asLoadable();
    }

    @Override
    public void prepare(CodeBuilder code) {}

    @Override
    public void combine(CodeBuilder code, ElementType type) {
        TypeKind carrier = carrier(type);
        if (owner == null) {
            code.with(OperatorInstruction.of(Opcode.valueOf(carrier.name().charAt(0) + word)));
        } else if (type == ElementType.BOOLEAN) { // 0 or 1: the bits will do
            code.with(OperatorInstruction.of(Opcode.valueOf("I" + word.toUpperCase(Locale.ROOT))));
        } else {
            ClassDesc number = carrier.upperBound();
            code.invokestatic(ClassDesc.of(owner.getName()), word, MethodTypeDesc.of(number, number, number));
        }
    }

    /**
     * Combines two elements of a type for which the operator exists.
     *
     * @param left the bits of the left operand, those above the type's are zero
     * @param right the bits of the right operand
     * @return the bits of the result
     */
    long combine(ElementType type, long left, long right) {
        return switch (type) {
            case DOUBLE ->
                Double.doubleToRawLongBits(real(Double.longBitsToDouble(left), Double.longBitsToDouble(right)));
            case FLOAT -> // of two floats a double holds the sum or product so that rounding it is rounding once
                Float.floatToRawIntBits(
                                (float) real(Float.intBitsToFloat((int) left), Float.intBitsToFloat((int) right)))
                        & 0xffff_ffffL;
            case LONG -> integer(left, right);
            case INT -> integer((int) left, (int) right) & 0xffff_ffffL;
            case SHORT -> integer((short) left, (short) right) & 0xffff;
            case CHAR -> integer(left, right) & 0xffff;
            case BYTE -> integer((byte) left, (byte) right) & 0xff;
            case BOOLEAN -> integer(left, right) & 1;
        };
    }

    private double real(double left, double right) {
        return switch (this) {
            case SUM -> left + right;
            case PRODUCT -> left * right;
            case MIN -> Math.min(left, right);
            case MAX -> Math.max(left, right);
            default -> throw new IllegalArgumentException(name());
        };
    }

    private long integer(long left, long right) {
        return switch (this) {
            case SUM -> left + right;
            case PRODUCT -> left * right;
            case MIN -> Math.min(left, right);
            case MAX -> Math.max(left, right);
            case BAND -> left & right;
            case BOR -> left | right;
            case BXOR -> left ^ right;
            case LAND -> Logic.and(left, right);
            case LOR -> Logic.or(left, right);
            case LXOR -> Logic.xor(left, right);
        };
    }
}
