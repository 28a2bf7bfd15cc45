package org.sennit.conformance.layering;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The compiled classes of a folder, and the classes that each of them names. */
final class ClassFiles {
    /**
     * A class in a descriptor or a generic signature, which is where types of fields, methods and annotations stand.
     */
    private static final Pattern IN_DESCRIPTOR = Pattern.compile("L([\\w$/]+)[;<]");

    private ClassFiles() {}

    static List<ClassModel> in(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            List<ClassModel> models = new ArrayList<>();
            for (Path file : files.filter(path -> path.toString().endsWith(".class"))
                    .filter(path -> !path.endsWith("package-info.class"))
                    .sorted()
                    .toList()) {
                models.add(ClassFile.of().parse(file));
            }
            return models;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String name(ClassModel model) {
        return model.thisClass().asInternalName().replace('/', '.');
    }

    static String packageOf(String className) {
        return className.substring(0, Math.max(0, className.lastIndexOf('.')));
    }

    /** Names the classes in the constant pool: every type that the compiled code, its signatures or annotations use. */
    static Set<String> namedBy(ClassModel model) {
        Set<String> names = new TreeSet<>();
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof ClassEntry c && !c.asInternalName().startsWith("[")) {
                names.add(c.asInternalName().replace('/', '.'));
            } else if (entry instanceof Utf8Entry text) {
                Matcher matcher = IN_DESCRIPTOR.matcher(text.stringValue());
                while (matcher.find()) {
                    if (matcher.group(1).contains("/")) {
                        names.add(matcher.group(1).replace('/', '.'));
                    }
                }
            }
        }
        return names;
    }
}
