package org.sennit.internal.endpoints.datatype;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Locale;
import org.sennit.message.ElementType;

/**
 * The one template of all {@link ElementLoops}: writes a hidden class for an operator and an element type when the pair
 * is met first: 2 to 6 ms, the first of a JVM 50 ms (a loaded machine), nothing in jobs that reduce nothing. Each class
 * has a profile of its own, so what one type's loops have met does not slow down another's. Used by one thread.
 */
final class LoopWriter {
    /** The kind of memory that an operand lies in. */
    private enum Place {
        ARRAY,
        BUFFER,
        SEGMENT
    }

    private static final ClassDesc LOOPS = ClassDesc.of(ElementLoops.class.getName());
    private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
    private static final MethodTypeDesc OF_SEGMENTS = MethodTypeDesc.of(
            ConstantDescs.CD_void,
            SEGMENT,
            ConstantDescs.CD_long,
            SEGMENT,
            ConstantDescs.CD_long,
            SEGMENT,
            ConstantDescs.CD_long,
            ConstantDescs.CD_int);
    private static final MethodTypeDesc OF_OBJECTS = MethodTypeDesc.of(
            ConstantDescs.CD_void,
            ConstantDescs.CD_Object,
            ConstantDescs.CD_int,
            ConstantDescs.CD_Object,
            ConstantDescs.CD_int,
            ConstantDescs.CD_Object,
            ConstantDescs.CD_int,
            ConstantDescs.CD_int);

    private final LoopOperator operator;
    private final ElementType type;
    private final TypeKind kind;
    private final ClassDesc array;
    private final ClassDesc buffer;

    private LoopWriter(LoopOperator operator, ElementType type) {
        this.operator = operator;
        this.type = type;
        this.kind = kind(type);
        String name = type == ElementType.BOOLEAN ? "Byte" : name(type);
        this.array = kind.upperBound().arrayType();
        this.buffer = ClassDesc.of("java.nio." + name + "Buffer");
    }

    private static String name(ElementType type) {
        return type.name().charAt(0) + type.name().substring(1).toLowerCase(Locale.ROOT);
    }

    /** Returns how the JVM loads and stores elements; booleans lie in memory as bytes. */
    static TypeKind kind(ElementType type) {
        return type == ElementType.BOOLEAN ? TypeKind.BYTE : TypeKind.valueOf(type.name());
    }

    /**
     * Returns a constant that the class carries along. Elements of segments go by a constant handle: its calls are
     * inlined whatever kinds of memory the code has met.
     */
    static DynamicConstantDesc<?> classData(int index, Class<?> face) {
        return DynamicConstantDesc.ofNamed(
                ConstantDescs.BSM_CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, ClassDesc.of(face.getName()), index);
    }

    /** Makes the loops. */
    static ElementLoops write(LoopOperator operator, ElementType type) {
        try {
            byte[] code = new LoopWriter(operator, type).code();
            Lookup here = MethodHandles.lookup();
            VarHandle element = (type == ElementType.BOOLEAN ? ElementType.BYTE : type)
                    .layout()
                    .varHandle();
            Object function = operator.function();
            Class<?> heap = MemorySegments.ofHeap(type, 0).getClass();
            List<Object> data = function == null ? List.of(element, heap) : List.of(element, heap, function);
            Lookup hidden = here.defineHiddenClassWithClassData(code, data, true);
            return (ElementLoops) hidden.lookupClass().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot define loops: operation=" + operator.name() + " type=" + type, e);
        }
    }

    private byte[] code() {
        ClassDesc own = ClassDesc.of(ElementLoops.class.getPackageName(), "LoopsOf" + type.name());
        return ClassFile.of().build(own, all -> {
            all.withSuperclass(LOOPS);
            all.withMethodBody(
                    ConstantDescs.INIT_NAME,
                    ConstantDescs.MTD_void,
                    0,
                    code -> code.aload(0)
                            .invokespecial(LOOPS, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                            .return_());
            loop(all, "segments", OF_SEGMENTS, Place.SEGMENT, Place.SEGMENT, Place.SEGMENT);
            loop(all, "arrays", OF_OBJECTS, Place.ARRAY, Place.ARRAY, Place.ARRAY);
            loop(all, "arrayAndBuffer", OF_OBJECTS, Place.ARRAY, Place.BUFFER, Place.ARRAY);
            loop(all, "bufferAndArray", OF_OBJECTS, Place.BUFFER, Place.ARRAY, Place.ARRAY);
            loop(all, "buffersToArray", OF_OBJECTS, Place.BUFFER, Place.BUFFER, Place.ARRAY);
            loop(all, "arraysToBuffer", OF_OBJECTS, Place.ARRAY, Place.ARRAY, Place.BUFFER);
        });
    }

    /** Writes the loop {@code for (int i = 0; i < count; i++) result[s + i] = left[l + i] op right[r + i];} */
    private void loop(ClassBuilder all, String name, MethodTypeDesc signature, Place left, Place right, Place result) {
        all.withMethodBody(name, signature, 0, code -> {
            Operand a = operand(code, left, 0, result == Place.ARRAY && left == Place.ARRAY ? 5 : 1);
            Operand b = operand(code, right, 2, result == Place.ARRAY && right == Place.ARRAY ? 5 : 3);
            Operand to = operand(code, result, 4, 5);
            boolean isBuffered = left == Place.BUFFER || right == Place.BUFFER || result == Place.BUFFER;
            int count = isBuffered ? clamped(code, 6, BufferViews.MOST_COUNT) : code.parameterSlot(6);
            int i = code.allocateLocal(TypeKind.INT);
            Label next = code.newLabel();
            Label end = code.newLabel();
            code.iconst_0().istore(i).labelBinding(next);
            code.iload(i).iload(count).if_icmpge(end);
            place(code, to, i);
            operator.prepare(code);
            load(code, a, i);
            load(code, b, i);
            operator.combine(code, type);
            store(code, to);
            code.iinc(i, 1).goto_(next).labelBinding(end).return_();
        });
    }

    /**
     * An operand of a loop.
     *
     * @param place what it lies in
     * @param memory the variable that holds that
     * @param index the variable that holds its first element, or its offset in bytes for a segment
     */
    private record Operand(Place place, int memory, int index) {}

    /** Takes two parameters, and casts the memory before the loop begins. */
    private Operand operand(CodeBuilder code, Place place, int memory, int index) {
        if (place == Place.SEGMENT) {
            return new Operand(place, code.parameterSlot(memory), code.parameterSlot(index));
        }
        int cast = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(code.parameterSlot(memory))
                .checkcast(place == Place.ARRAY ? array : buffer)
                .astore(cast);
        int from = place == Place.ARRAY ? code.parameterSlot(index) : clamped(code, index, BufferViews.MOST_BYTES);
        return new Operand(place, cast, from);
    }

    /**
     * Writes a parameter clamped between 0 and a limit, where it always is: C2 makes vector code of accesses to a
     * buffer only if it sees that the sum of index and loop variable cannot overflow.
     */
    private static int clamped(CodeBuilder code, int parameter, int limit) {
        int variable = code.allocateLocal(TypeKind.INT);
        MethodTypeDesc ofTwo = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_int);
        ClassDesc math = ClassDesc.of(Math.class.getName());
        code.iload(code.parameterSlot(parameter)).iconst_0().invokestatic(math, "max", ofTwo);
        code.loadConstant(limit).invokestatic(math, "min", ofTwo).istore(variable);
        return variable;
    }

    /** Writes what an access needs on the stack. */
    private void place(CodeBuilder code, Operand operand, int i) {
        if (operand.place == Place.SEGMENT) {
            code.loadConstant(classData(0, VarHandle.class));
        }
        code.aload(operand.memory);
        if (operand.place == Place.SEGMENT) {
            code.lload(operand.index);
            code.iload(i).i2l().loadConstant((long) type.bytes()).lmul().ladd();
        } else {
            code.iload(operand.index).iload(i).iadd();
        }
    }

    private void load(CodeBuilder code, Operand operand, int i) {
        place(code, operand, i);
        ClassDesc element = kind.upperBound();
        switch (operand.place) {
            case ARRAY -> code.arrayLoad(kind);
            case BUFFER -> code.invokevirtual(buffer, "get", MethodTypeDesc.of(element, ConstantDescs.CD_int));
            case SEGMENT ->
                code.invokevirtual(
                        ConstantDescs.CD_VarHandle, "get", MethodTypeDesc.of(element, SEGMENT, ConstantDescs.CD_long));
        }
        code.conversion(kind, operator.carrier(type));
    }

    private void store(CodeBuilder code, Operand operand) {
        code.conversion(operator.carrier(type), kind);
        ClassDesc element = kind.upperBound();
        switch (operand.place) {
            case ARRAY -> code.arrayStore(kind);
            case BUFFER ->
                code.invokevirtual(buffer, "put", MethodTypeDesc.of(buffer, ConstantDescs.CD_int, element))
                        .pop();
            case SEGMENT ->
                code.invokevirtual(
                        ConstantDescs.CD_VarHandle,
                        "set",
                        MethodTypeDesc.of(ConstantDescs.CD_void, SEGMENT, ConstantDescs.CD_long, element));
        }
    }
}
