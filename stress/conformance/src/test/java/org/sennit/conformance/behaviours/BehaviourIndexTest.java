package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sennit.conformance.Checkout;
import org.sennit.testkit.Core;

/**
 * Which behaviours are tested, and where. A test names its behaviours in one of two ways: as a {@link Behaviour} whose
 * name begins with the number, or in a comment of a test class or contract, as in "Behaviour 144" or "behaviours 23 and 24".
 */
@Core
class BehaviourIndexTest {
    private static final Pattern IN_COMMENT = Pattern.compile("[Bb]ehaviours? ((?:\\d+(?:, | and | to )?)+)");
    private static final Pattern NUMBER = Pattern.compile("^(\\d+) ");

    /** What the project has promised so far. */
    private static final List<Integer> PROMISED = IntStream.concat(
                    IntStream.concat(IntStream.rangeClosed(1, 59), IntStream.rangeClosed(62, 93)),
                    IntStream.rangeClosed(138, 148))
            .boxed()
            .toList();

    @Test
    void everyPromisedBehaviourHasATest() throws IOException {
        Map<Integer, TreeSet<String>> index = new TreeMap<>();
        for (Behaviour behaviour : Behaviour.all()) {
            Matcher number = NUMBER.matcher(behaviour.name());
            if (number.find()) {
                add(index, Integer.parseInt(number.group(1)), behaviour.name());
            }
        }
        try (Stream<Path> files = Files.walk(Checkout.root())) {
            for (Path file : files.filter(BehaviourIndexTest::isTest).toList()) {
                Matcher comment = IN_COMMENT.matcher(Files.readString(file));
                while (comment.find()) {
                    for (String part : comment.group(1).split(", | and ")) {
                        String[] ends = part.strip().split("\\D+");
                        int last = Integer.parseInt(ends[ends.length - 1]);
                        for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
                            add(index, number, file.getFileName().toString());
                        }
                    }
                }
            }
        }
        index.forEach((number, tests) -> System.out.println("behaviour " + number + ": " + String.join(", ", tests)));
        assertEquals(
                List.of(),
                PROMISED.stream().filter(number -> !index.containsKey(number)).toList(),
                "behaviours without a test");
    }

    private static boolean isTest(Path file) {
        String path = file.toString().replace('\\', '/');
        boolean isContract = path.endsWith("Contract.java");
        return isContract
                || (path.contains("/src/test/java/") && path.endsWith("Test.java") && !path.endsWith("IndexTest.java"));
    }

    private static void add(Map<Integer, TreeSet<String>> index, int number, String test) {
        index.computeIfAbsent(number, _ -> new TreeSet<>()).add(test);
    }
}
