package org.sennit.jcstress.harness;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * The ordered accesses of a compiled class: calls of a {@code VarHandle} or of an atomic class that are not plain,
 * fences, and volatile fields.
 */
final class AccessScan {
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
    private static final String ATOMIC = "java/util/concurrent/atomic/Atomic";
    private static final String OURS = "org/sennit/";
    /** Methods of ours that are named after the order of the access in them. */
    private static final Pattern ORDERED =
            Pattern.compile("(?!tryAcquire)\\w*(?:Acquire|Release|Volatile|Opaque)|compareAndSet");

    private static final Set<String> PLAIN =
            Set.of("<init>", "get", "set", "getPlain", "setPlain", "length", "newUpdater", "withInvokeExactBehavior");
    private static final Set<String> PLAIN_OF_ATOMICS =
            Set.of("<init>", "getPlain", "setPlain", "length", "newUpdater");

    /** A variable that has been loaded, and waits for the call on it. */
    private record Loaded(String type, String owner, String name) {}

    /**
     * A call of a {@code VarHandle} that a field holds, plain ones too.
     *
     * @param owner the internal name of the class through which the field is named
     * @param field its name
     * @param call the call
     */
    record HandleCall(String owner, String field, InvokeInstruction call) {}

    /** In place of a variable: no field holds what is called. */
    private static final Loaded LOCAL = new Loaded("", "", "local");

    private AccessScan() {}

    /** Returns all accesses of a class, in the order of its fields, then of its methods. */
    static List<Access> of(ClassModel model) {
        String subject = model.thisClass().asInternalName().replace('/', '.');
        List<Access> all = new ArrayList<>();
        for (FieldModel field : model.fields()) {
            if (field.flags().has(AccessFlag.VOLATILE)) {
                all.add(new Access(subject, Access.FIELD, field.fieldName().stringValue()));
            }
        }
        for (MethodModel method : model.methods()) {
            String name = nameOf(method);
            for (String operation : operationsOf(method)) {
                if (!operation.isEmpty()) {
                    all.add(new Access(subject, name, operation));
                }
            }
        }
        return all;
    }

    /** The name in the source: a lambda counts as part of the method in which it stands. */
    static String nameOf(MethodModel method) {
        String name = method.methodName().stringValue();
        return name.startsWith("lambda$") ? name.split("\\$")[1] : name;
    }

    /** Returns one entry for each call of a method: {@code VARIABLE.access}, or empty if it is no ordered access. */
    static List<String> operationsOf(MethodModel method) {
        List<String> operations = new ArrayList<>();
        eachCall(method, (call, loaded) -> operations.add(operationOf(call, loaded)));
        return operations;
    }

    /** The calls of handles by which variables are accessed; those of handles that no field holds are left out. */
    static List<HandleCall> handleCallsOf(MethodModel method) {
        List<HandleCall> calls = new ArrayList<>();
        eachCall(method, (call, loaded) -> {
            if (call.owner().asInternalName().equals(VAR_HANDLE)
                    && !call.name().stringValue().endsWith("Fence")) {
                Loaded handle = take(loaded, VAR_HANDLE);
                if (handle != LOCAL && call.opcode() == Opcode.INVOKEVIRTUAL) {
                    calls.add(new HandleCall(handle.owner(), handle.name(), call));
                }
            }
        });
        return calls;
    }

    private static void eachCall(MethodModel method, BiConsumer<InvokeInstruction, Deque<Loaded>> action) {
        Deque<Loaded> loaded = new ArrayDeque<>();
        method.code()
                .ifPresent((CodeModel code) -> code.forEach(element -> {
                    if (element instanceof FieldInstruction field
                            && field.opcode().name().startsWith("GET")) {
                        String descriptor = field.type().stringValue();
                        if (descriptor.startsWith("L")) {
                            loaded.push(new Loaded(
                                    descriptor.substring(1, descriptor.length() - 1),
                                    field.owner().asInternalName(),
                                    field.name().stringValue()));
                        }
                    } else if (element instanceof InvokeInstruction call) {
                        action.accept(call, loaded);
                    }
                }));
    }

    private static String operationOf(InvokeInstruction call, Deque<Loaded> loaded) {
        String owner = call.owner().asInternalName();
        String name = call.name().stringValue();
        if (owner.equals(VAR_HANDLE)) {
            if (name.endsWith("Fence")) {
                return name;
            }
            String variable = take(loaded, owner).name();
            return PLAIN.contains(name) ? "" : variable + "." + name;
        }
        if (owner.startsWith(ATOMIC)) {
            String variable = take(loaded, owner).name();
            return PLAIN_OF_ATOMICS.contains(name) ? "" : variable + "." + name;
        }
        return owner.startsWith(OURS) && ORDERED.matcher(name).matches() ? simple(owner) + "." + name : "";
    }

    private static String simple(String owner) {
        return owner.substring(owner.lastIndexOf('/') + 1);
    }

    /** Arguments of a call may load and use variables of their own before it: the newest that is left is the one. */
    private static Loaded take(Deque<Loaded> loaded, String type) {
        for (Iterator<Loaded> newest = loaded.iterator(); newest.hasNext(); ) {
            Loaded candidate = newest.next();
            if (candidate.type().equals(type)) {
                newest.remove();
                return candidate;
            }
        }
        return LOCAL;
    }
}
