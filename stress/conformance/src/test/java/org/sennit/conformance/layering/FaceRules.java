package org.sennit.conformance.layering;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of the public face that class files show: what users can name, and that it names nothing else. */
final class FaceRules {
    private static final Pattern TYPE = Pattern.compile("L([\\w$/]+)");

    private FaceRules() {}

    /** Whether code of other packages can name a class: it is public, and so is each class around it. */
    static boolean isPublic(ClassModel model) {
        if (!model.flags().has(AccessFlag.PUBLIC)) {
            return false;
        }
        String own = model.thisClass().asInternalName();
        return model.findAttribute(Attributes.innerClasses()).stream()
                .flatMap(inner -> inner.classes().stream())
                .filter(inner -> isOrEncloses(inner, own))
                .allMatch(inner -> inner.has(AccessFlag.PUBLIC) || inner.has(AccessFlag.PROTECTED));
    }

    private static boolean isOrEncloses(InnerClassInfo inner, String name) {
        String candidate = inner.innerClass().asInternalName();
        return name.equals(candidate) || name.startsWith(candidate + "$");
    }

    /** One line for each type that a public class shows to its users and that they cannot import. */
    static List<String> leaks(ClassModel model, Predicate<String> isHidden) {
        List<String> lines = new ArrayList<>();
        String name = ClassFiles.name(model);
        Set<String> ofClass = new TreeSet<>();
        model.superclass().ifPresent(type -> ofClass.add(dotted(type)));
        model.interfaces().forEach(type -> ofClass.add(dotted(type)));
        model.findAttribute(Attributes.signature())
                .ifPresent(signature -> types(signature.signature().stringValue(), ofClass));
        model.findAttribute(Attributes.permittedSubclasses())
                .ifPresent(permitted -> permitted.permittedSubclasses().forEach(type -> ofClass.add(dotted(type))));
        report(name, ofClass, isHidden, lines);
        for (MethodModel method : model.methods()) {
            if (isSeen(method.flags().flags())) {
                Set<String> types = new TreeSet<>();
                types(method.methodType().stringValue(), types);
                method.findAttribute(Attributes.signature())
                        .ifPresent(signature -> types(signature.signature().stringValue(), types));
                method.findAttribute(Attributes.exceptions())
                        .ifPresent(thrown -> thrown.exceptions().forEach(type -> types.add(dotted(type))));
                report(name + "." + method.methodName().stringValue(), types, isHidden, lines);
            }
        }
        for (FieldModel field : model.fields()) {
            if (isSeen(field.flags().flags())) {
                Set<String> types = new TreeSet<>();
                types(field.fieldType().stringValue(), types);
                field.findAttribute(Attributes.signature())
                        .ifPresent(signature -> types(signature.signature().stringValue(), types));
                report(name + "." + field.fieldName().stringValue(), types, isHidden, lines);
            }
        }
        return lines;
    }

    private static boolean isSeen(Set<AccessFlag> flags) {
        return (flags.contains(AccessFlag.PUBLIC) || flags.contains(AccessFlag.PROTECTED))
                && !flags.contains(AccessFlag.SYNTHETIC);
    }

    /** One line for each hidden class that a user's class names anywhere. */
    static List<String> reachesInside(ClassModel model, Predicate<String> isHidden) {
        List<String> lines = new ArrayList<>();
        for (String used : ClassFiles.namedBy(model)) {
            if (isHidden.test(used)) {
                lines.add(ClassFiles.name(model) + " uses " + used);
            }
        }
        return lines;
    }

    private static void report(String where, Set<String> types, Predicate<String> isHidden, List<String> lines) {
        types.stream().filter(isHidden).forEach(type -> lines.add(where + " shows " + type));
    }

    private static void types(String descriptor, Set<String> into) {
        Matcher matcher = TYPE.matcher(descriptor);
        while (matcher.find()) {
            into.add(matcher.group(1).replace('/', '.'));
        }
    }

    private static String dotted(ClassEntry type) {
        return type.asInternalName().replace('/', '.');
    }
}
