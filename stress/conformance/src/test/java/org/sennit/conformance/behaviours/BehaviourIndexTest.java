package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sennit.conformance.Checkout;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;

/**
 * Holds the list of behaviours and the tests together. A test names its behaviours in one of two ways: by
 * {@link Behaviours}, which is read from the compiled tests of all modules, or as a {@link Behaviour} whose name begins
 * with the number.
 */
@Core
class BehaviourIndexTest {
    private static final Pattern LISTED = Pattern.compile("^(\\d+)\\. ");
    private static final Pattern NUMBERED = Pattern.compile("^(\\d+) ");
    private static final String ANNOTATION = Behaviours.class.descriptorString();

    /** What marks a method that JUnit or jqwik runs. */
    private static final Pattern TEST =
            Pattern.compile(".*/(Test|ParameterizedTest|RepeatedTest|TestFactory|Property);");

    @Test
    void everyListedBehaviourHasATestAndEveryTestNamesAListedOne() throws IOException {
        Set<Integer> listed = listed();
        Map<Integer, TreeSet<String>> index = new TreeMap<>();
        Behaviour.all().forEach(behaviour -> {
            Matcher number = NUMBERED.matcher(behaviour.name());
            if (number.find()) {
                add(index, Integer.parseInt(number.group(1)), behaviour.name());
            }
        });
        for (Path file : compiledTests()) {
            ClassModel model = ClassFile.of().parse(file);
            String name = model.thisClass().asInternalName().replace('/', '.');
            for (int number : numbersOf(model)) {
                assertTrue(model.methods().stream().anyMatch(BehaviourIndexTest::isTest), name + " has no test");
                add(index, number, name);
            }
            for (MethodModel method : model.methods()) {
                for (int number : numbersOf(method)) {
                    String test = name + "." + method.methodName().stringValue();
                    assertTrue(isTest(method), test + " is no test");
                    add(index, number, test);
                }
            }
        }
        assertEquals(listed, index.keySet(), () -> "listed behaviours, and those that tests name: " + index);
    }

    private static Set<Integer> listed() throws IOException {
        Set<Integer> listed = new TreeSet<>();
        for (String line : Files.readAllLines(Checkout.root().resolve("stress/conformance/BEHAVIOURS.md"))) {
            Matcher number = LISTED.matcher(line);
            if (number.find()) {
                assertTrue(listed.add(Integer.parseInt(number.group(1))), "listed twice: " + line);
            }
        }
        return listed;
    }

    /** Contracts are in main code, and run in the tests that implement them. */
    private static List<Path> compiledTests() throws IOException {
        try (Stream<Path> files = Files.walk(Checkout.root())) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> file.toString().replace('\\', '/').contains("/target/test-classes/")
                            || file.getFileName().toString().endsWith("Contract.class"))
                    .filter(file -> !file.endsWith("package-info.class"))
                    .toList();
        }
    }

    private static int[] numbersOf(AttributedElement element) {
        return annotations(element)
                .filter(annotation ->
                        annotation.classSymbol().descriptorString().equals(ANNOTATION))
                .flatMap(annotation -> annotation.elements().stream())
                .map(AnnotationElement::value)
                .flatMap(value ->
                        value instanceof AnnotationValue.OfArray array ? array.values().stream() : Stream.of(value))
                .mapToInt(value -> ((AnnotationValue.OfInt) value).intValue())
                .toArray();
    }

    private static boolean isTest(AttributedElement method) {
        return annotations(method)
                .anyMatch(annotation -> TEST.matcher(annotation.classSymbol().descriptorString())
                        .matches());
    }

    private static Stream<Annotation> annotations(AttributedElement element) {
        return element.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
                .flatMap(attribute -> attribute.annotations().stream());
    }

    private static void add(Map<Integer, TreeSet<String>> index, int number, String test) {
        index.computeIfAbsent(number, _ -> new TreeSet<>()).add(test);
    }
}
