package org.sennit.internal.runtime.bootstrap.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

class NodeListPropertiesTest {

    /** A list and what it means. */
    record Written(String text, List<String> names) {}

    @Example
    void listsOfSlurmAreRead() {
        assertEquals(List.of("n1", "n2", "n3", "n7"), NodeList.expand("n[1-3,7]"));
        assertEquals(List.of("login"), NodeList.expand("login"));
        assertEquals(List.of("n008", "n009", "n010", "gpu-1"), NodeList.expand("n[008-010],gpu-1"));
        assertEquals(List.of("r1c1", "r1c2", "r2c1", "r2c2"), NodeList.expand("r[1-2]c[1-2]"));
        assertEquals(List.of("a1.site", "a2.site"), NodeList.expand("a[1-2].site"));
    }

    @Example
    void nonsenseIsAnError() {
        for (String text : List.of(
                "",
                ",",
                "n[",
                "n]",
                "n[]",
                "n[1-]",
                "n[-1]",
                "n[2-1]",
                "n[1,,2]",
                "n[[1]]",
                "n[a]",
                "a,,b",
                "n[1-99999999]",
                "n[1-2000]m[1-2000]",
                "n[1-9999999999]")) {
            SennitException failure =
                    assertThrows(SennitException.class, () -> NodeList.expand(text), () -> "'" + text + "'");
            assertEquals(ErrorClass.BOOTSTRAP, failure.errorClass());
        }
    }

    @Property
    void everyListMeansItsNames(@ForAll("lists") Written list) {
        assertEquals(list.names(), NodeList.expand(list.text()));
    }

    @Property
    void anyTextIsAListOrAnError(@ForAll @CharRange(from = '+', to = ']') String text) {
        try {
            NodeList.expand(text);
        } catch (SennitException malformed) {
            assertEquals(ErrorClass.BOOTSTRAP, malformed.errorClass());
        }
    }

    @Provide
    Arbitrary<Written> lists() {
        return nodes().list().ofMinSize(1).ofMaxSize(4).map(parts -> {
            List<String> names = new ArrayList<>();
            parts.forEach(part -> names.addAll(part.names()));
            return new Written(
                    String.join(",", parts.stream().map(Written::text).toList()), names);
        });
    }

    private static Arbitrary<Written> nodes() {
        Arbitrary<String> head = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(5);
        Arbitrary<List<int[]>> ranges = Combinators.combine(
                        Arbitraries.integers().between(0, 120),
                        Arbitraries.integers().between(0, 12))
                .as((from, more) -> new int[] {from, from + more})
                .list()
                .ofMaxSize(3);
        return Combinators.combine(head, ranges, Arbitraries.integers().between(1, 4))
                .as(NodeListPropertiesTest::written);
    }

    private static Written written(String head, List<int[]> ranges, int width) {
        if (ranges.isEmpty()) {
            return new Written(head, List.of(head));
        }
        List<String> texts = new ArrayList<>();
        List<String> names = new ArrayList<>();
        String format = "%0" + width + "d";
        for (int[] range : ranges) {
            String first = String.format(format, range[0]);
            texts.add(range[0] == range[1] ? first : first + "-" + String.format(format, range[1]));
            for (int i = range[0]; i <= range[1]; i++) {
                names.add(head + String.format("%0" + first.length() + "d", i));
            }
        }
        return new Written(head + "[" + String.join(",", texts) + "]", names);
    }
}
