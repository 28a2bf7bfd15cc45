package org.sennit.jcstress.harness;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Makes a {@link Mutant} of the class file that the build has made of our source, so that a mutant is never older than
 * the class that it doubts. Fails when the access is no longer where the mutant says.
 *
 * <p>Threads: one.
 */
final class WeakenedClass {
    private static final Set<String> WRITES = Set.of("setOpaque", "setRelease", "setVolatile");

    private final Mutant mutant;
    private final ClassModel original;
    private int helpers;
    private boolean isDone;

    private WeakenedClass(Mutant mutant, ClassModel original) {
        this.mutant = mutant;
        this.original = original;
    }

    /** The mutated class. */
    static byte[] of(Mutant mutant, byte[] original) {
        WeakenedClass weakened = new WeakenedClass(mutant, ClassFile.of().parse(original));
        byte[] changed = weakened.bytes();
        if (!weakened.isDone) {
            throw new IllegalStateException(mutant + ": no such access");
        }
        return changed;
    }

    private byte[] bytes() {
        return ClassFile.of().transformClass(original, (to, element) -> {
            if (mutant.weakening() == Mutant.Weakening.PLAIN_FIELD) {
                weakenField(to, element);
                return;
            }
            if (element instanceof MethodModel method
                    && AccessScan.nameOf(method).equals(mutant.access().method())) {
                weakenMethod(to, method);
            } else {
                to.with(element);
            }
        });
    }

    private void weakenField(ClassBuilder to, ClassElement element) {
        if (element instanceof FieldModel field
                && field.fieldName().equalsString(mutant.access().operation())
                && field.flags().has(AccessFlag.VOLATILE)) {
            isDone = true;
            int flags = field.flags().flagsMask() & ~ClassFile.ACC_VOLATILE;
            to.withField(field.fieldName(), field.fieldType(), copy -> copy.withFlags(flags));
        } else {
            to.with(element);
        }
    }

    private void weakenMethod(ClassBuilder to, MethodModel method) {
        boolean isWithoutMonitor = mutant.weakening() == Mutant.Weakening.NO_MONITOR;
        int flags = method.flags().flagsMask();
        if (isWithoutMonitor && method.flags().has(AccessFlag.SYNCHRONIZED)) {
            isDone = true;
            flags &= ~ClassFile.ACC_SYNCHRONIZED;
        }
        Iterator<String> operations = AccessScan.operationsOf(method).iterator();
        to.withMethod(method.methodName().stringValue(), method.methodTypeSymbol(), flags, copy -> {
            method.findAttribute(Attributes.signature()).ifPresent(copy::with);
            method.code()
                    .ifPresent(code -> copy.transformCode(code, (codeTo, e) -> {
                        if (isWithoutMonitor) {
                            withoutMonitor(codeTo, e);
                        } else {
                            String operation = e instanceof InvokeInstruction ? operations.next() : "";
                            weakenElement(to, codeTo, e, operation);
                        }
                    }));
        });
    }

    private void withoutMonitor(CodeBuilder code, CodeElement element) {
        if (element instanceof MonitorInstruction) {
            isDone = true;
            code.pop();
        } else {
            code.with(element);
        }
    }

    private void weakenElement(ClassBuilder to, CodeBuilder code, CodeElement element, String operation) {
        if (!operation.equals(mutant.access().operation())) {
            code.with(element);
            return;
        }
        isDone = true;
        InvokeInstruction call = (InvokeInstruction) element;
        ClassDesc owner = call.owner().asSymbol();
        MethodTypeDesc type = call.typeSymbol();
        switch (mutant.weakening()) {
            case NOT_ATOMIC -> {
                MethodTypeDesc helper = type.insertParameterTypes(0, owner);
                String name = "weakened" + helpers++;
                addHelper(to, name, owner, type, helper);
                code.invokestatic(
                        original.thisClass().asSymbol(),
                        name,
                        helper,
                        original.flags().has(AccessFlag.INTERFACE));
            }
            case PLAIN ->
                code.invokevirtual(owner, WRITES.contains(mutant.access().mode()) ? "set" : "get", type);
            case RELEASE -> code.invokevirtual(owner, "setRelease", type);
            case NO_FENCE -> code.nop();
            case PLAIN_FIELD, NO_MONITOR -> throw new IllegalStateException("not an access of a method");
        }
    }

    /** The read-modify-write in two plain steps, as a static method with the handle as its first parameter. */
    private void addHelper(ClassBuilder to, String name, ClassDesc owner, MethodTypeDesc type, MethodTypeDesc helper) {
        boolean isCompareAndSet = mutant.access().mode().contains("ompareAndSet");
        boolean isComparing = isCompareAndSet || mutant.access().mode().contains("ompareAndExchange");
        int values = isComparing ? 2 : 1;
        List<ClassDesc> place = type.parameterList().subList(0, type.parameterCount() - values);
        ClassDesc valueType = type.parameterType(type.parameterCount() - 1);
        MethodTypeDesc get = MethodTypeDesc.of(valueType, place);
        MethodTypeDesc set =
                MethodTypeDesc.of(ConstantDescs.CD_void, place).insertParameterTypes(place.size(), valueType);
        TypeKind kind = TypeKind.from(valueType);
        to.withMethodBody(name, helper, ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE, code -> {
            int first = 1 + place.size();
            Runnable loadPlace = () -> {
                for (int i = 0; i <= place.size(); i++) {
                    code.loadLocal(TypeKind.from(helper.parameterType(i)), code.parameterSlot(i));
                }
            };
            int old = code.allocateLocal(kind);
            loadPlace.run();
            code.invokevirtual(owner, "get", get).storeLocal(kind, old);
            if (isComparing) {
                code.loadLocal(kind, old).loadLocal(kind, code.parameterSlot(first));
                code.ifThen(notEqual(code, kind), no -> {
                    if (isCompareAndSet) {
                        no.iconst_0().ireturn();
                    } else {
                        no.loadLocal(kind, old).return_(kind);
                    }
                });
            }
            loadPlace.run();
            code.loadLocal(kind, code.parameterSlot(first + values - 1));
            if (mutant.access().mode().startsWith("getAndAdd")) {
                code.loadLocal(kind, old);
                if (kind == TypeKind.LONG) {
                    code.ladd();
                } else {
                    code.iadd();
                }
            }
            if (mutant.access().mode().startsWith("getAndBitwise")) {
                code.loadLocal(kind, old);
                bitwise(code, mutant.access().mode(), kind == TypeKind.LONG);
            }
            code.invokevirtual(owner, "set", set);
            if (isCompareAndSet) {
                code.iconst_1().ireturn();
            } else {
                code.loadLocal(kind, old).return_(kind);
            }
        });
    }

    private static void bitwise(CodeBuilder code, String mode, boolean isLong) {
        if (mode.startsWith("getAndBitwiseOr")) {
            code.with(OperatorInstruction.of(isLong ? Opcode.LOR : Opcode.IOR));
        } else if (mode.startsWith("getAndBitwiseXor")) {
            code.with(OperatorInstruction.of(isLong ? Opcode.LXOR : Opcode.IXOR));
        } else {
            code.with(OperatorInstruction.of(isLong ? Opcode.LAND : Opcode.IAND));
        }
    }

    private static Opcode notEqual(CodeBuilder code, TypeKind kind) {
        return switch (kind) {
            case LONG -> {
                code.lcmp();
                yield Opcode.IFNE;
            }
            case REFERENCE -> Opcode.IF_ACMPNE;
            default -> Opcode.IF_ICMPNE;
        };
    }
}
