package org.sennit.spi.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Texts of any length and content over an engine that takes few and plain characters. */
class ChunkedSpacePropertiesTest {
    private static final int MAX_KEY = 64;

    /** An engine as strict as PMI-1, whose lines hold {@code key=value} between blanks. */
    private static final class StrictEngine implements KeyValueSpace {
        private final int maxValue;
        private final Map<String, String> values = new HashMap<>();

        StrictEngine(int maxValue) {
            this.maxValue = maxValue;
        }

        @Override
        public void put(String key, String value) {
            assertTrue(key.length() <= MAX_KEY && key.matches("[!-~&&[^=;]]+"), key);
            assertTrue(value.length() <= maxValue && value.matches("[!-~&&[^=;]]+"), value);
            values.put(key, value);
        }

        @Override
        public String get(String key) {
            if (!values.containsKey(key)) {
                throw new SennitException(ErrorClass.BOOTSTRAP, "absent");
            }
            return values.get(key);
        }

        @Override
        public void fence(String step, long timeoutNs) {}

        @Override
        public void fenceOfSurvivors(String step, long timeoutNs) {}

        @Override
        public void abort(int exitCode, String report) {}

        @Override
        public void close() {}
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> any = Arbitraries.strings().all().ofMaxLength(3000); // unpaired surrogates too
        Arbitrary<String> hostile =
                Arbitraries.strings().withChars("%.:= 0a\n\0é").ofMaxLength(300);
        return Arbitraries.oneOf(any, hostile);
    }

    @Property(tries = 300)
    void everyValueComesBackAsItWas(@ForAll("texts") String value, @ForAll @IntRange(min = 12, max = 1024) int limit) {
        ChunkedSpace space = new ChunkedSpace(new StrictEngine(limit), MAX_KEY, limit);
        space.put("process.3", value);
        assertEquals(value, space.get("process.3"));
    }

    @Property(tries = 300)
    void theLastValueOfAKeyCounts(@ForAll("texts") String first, @ForAll("texts") String last) {
        ChunkedSpace space = new ChunkedSpace(new StrictEngine(40), MAX_KEY, 40);
        space.put("key", first);
        space.put("key", last);
        assertEquals(last, space.get("key"));
    }

    @Provide
    Arbitrary<Map<String, String>> entries() {
        Arbitrary<String> keys =
                Arbitraries.strings().withChars("a.1%:0 ").ofMinLength(1).ofMaxLength(6);
        return Arbitraries.maps(keys, texts()).ofMaxSize(8);
    }

    @Property(tries = 200)
    void noKeyMeetsThePiecesOfAnother(@ForAll("entries") Map<String, String> entries) {
        ChunkedSpace space = new ChunkedSpace(new StrictEngine(100), MAX_KEY, 100);
        entries.forEach(space::put);
        entries.forEach((key, value) -> assertEquals(value, space.get(key)));
    }

    @Example
    void saysWhatCannotBe() {
        StrictEngine engine = new StrictEngine(1024);
        assertEquals(
                ErrorClass.ARG,
                assertThrows(SennitException.class, () -> new ChunkedSpace(engine, MAX_KEY, 11))
                        .errorClass());
        ChunkedSpace space = new ChunkedSpace(engine, MAX_KEY, 1024);
        String longKey = "k".repeat(MAX_KEY + 1);
        assertEquals(
                ErrorClass.ARG,
                assertThrows(SennitException.class, () -> space.put(longKey, "v"))
                        .errorClass());
        assertEquals(
                ErrorClass.BOOTSTRAP,
                assertThrows(SennitException.class, () -> space.get("absent")).errorClass());
        for (String foreign : List.of("none", "x:1", "1:%00", "-")) {
            engine.put("foreign", foreign);
            assertEquals(
                    ErrorClass.BOOTSTRAP,
                    assertThrows(SennitException.class, () -> space.get("foreign"))
                            .errorClass(),
                    foreign);
        }
    }
}
