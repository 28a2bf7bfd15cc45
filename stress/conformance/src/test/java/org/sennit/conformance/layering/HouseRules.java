package org.sennit.conformance.layering;

import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The house rules that a class file shows. */
final class HouseRules {
    private static final Pattern EMPTY_NAME = Pattern.compile(".*(Utils?|Helpers?|Manager|Impl)");

    private HouseRules() {}

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
