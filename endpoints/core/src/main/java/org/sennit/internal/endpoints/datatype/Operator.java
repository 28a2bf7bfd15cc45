package org.sennit.internal.endpoints.datatype;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import org.sennit.message.ElementType;

/**
 * What the predefined operations compute of two elements, as instructions for {@link LoopWriter}: one of the JVM's own, or
 * a call of a short method that the compiler knows or inlines. Immutable. (MPI 4.1, section 6.9.2)
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
            code.with(OperatorInstruction.of(Opcode.valueOf("I" + word.toUpperCase(java.util.Locale.ROOT))));
        } else {
            ClassDesc number = carrier.upperBound();
            code.invokestatic(ClassDesc.of(owner.getName()), word, MethodTypeDesc.of(number, number, number));
        }
    }
}
