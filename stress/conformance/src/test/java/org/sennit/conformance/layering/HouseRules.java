package org.sennit.conformance.layering;

import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The house rules that a class file shows. */
final class HouseRules {
    private static final Pattern EMPTY_NAME = Pattern.compile(".*(Utils?|Helpers?|Manager|Impl)");

    /** From here on what a method is given belongs together in a description of its own, which can be reused. */
    private static final int MANY = 8;

    /** Calls whose arguments MPI and LAPI prescribe, and what stands behind them. */
    private static final Set<String> PRESCRIBED = Set.of(
            "MessageCalls.sendReceive",
            "PointToPointHandle.sendReceive",
            "NonblockingCalls.sendReceive",
            "NonblockingView.sendReceive",
            "Exchange.sendReceive",
            "Exchange.sendReceiveNonblocking",
            "AccessCalls.getAccumulate",
            "AccessRequests.getAccumulate",
            "WindowHandle.getAccumulate",
            "AccessRequestView.getAccumulate",
            "UpdateAccesses.getAccumulate",
            "UpdateAccesses.startGetAccumulate",
            "TransferCalls.amsend",
            "TransferCalls.amsendv",
            "LapiHandle.amsend",
            "LapiHandle.amsendv");

    private HouseRules() {}

    /**
     * Returns the methods and constructors of a class that take many arguments. Generated classes do not count, nor do
     * the constructors of enums, and of records, which are such descriptions.
     */
    static List<String> longCalls(ClassModel model) {
        if (ClassFiles.name(model).contains(".jmh_generated.")) {
            return List.of();
        }
        String name = ClassFiles.name(model);
        String simpleName = name.substring(name.lastIndexOf('.') + 1);
        String parent = model.superclass().map(ClassEntry::asInternalName).orElse("");
        boolean countsConstructors = !parent.equals("java/lang/Record") && !parent.equals("java/lang/Enum");
        return model.methods().stream()
                .filter(method -> !method.flags().has(AccessFlag.SYNTHETIC))
                .filter(method ->
                        countsConstructors || !method.methodName().stringValue().startsWith("<"))
                .filter(method -> !PRESCRIBED.contains(
                        simpleName + "." + method.methodName().stringValue()))
                .filter(method -> method.methodTypeSymbol().parameterCount() >= MANY)
                .map(method -> name + "." + method.methodName().stringValue())
                .toList();
    }

    /** One line for each rule that the class breaks. */
    static List<String> broken(ClassModel model) {
        List<String> lines = new ArrayList<>();
        String name = ClassFiles.name(model);
        if (EMPTY_NAME.matcher(name).matches()) {
            lines.add(name + ": the name does not say a role");
        }
        for (FieldModel field : model.fields()) {
            if (field.flags().has(AccessFlag.STATIC)
                    && !field.flags().has(AccessFlag.FINAL)
                    && !field.flags().has(AccessFlag.SYNTHETIC)) {
                lines.add(name + "." + field.fieldName().stringValue() + ": static state that can change");
            }
        }
        return lines;
    }
}
