package org.sennit.internal.runtime.bootstrap.pmi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

class PmiLinePropertiesTest {

    /** Process managers differ in the order of the words. */
    @Property
    void theOrderOfWordsDoesNotMatter(
            @ForAll @Size(max = 6)
                    Map<@AlphaChars @StringLength(min = 4, max = 8) String, @CharRange(from = '!', to = '~') String>
                            values,
            @ForAll long seed) {
        values.remove("cmd");
        List<String> words = values.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.toCollection(ArrayList::new));
        words.add("cmd=an_answer");
        words.add("rc=0");
        Collections.shuffle(words, new Random(seed));
        Map<String, String> parsed = PmiLine.parse(String.join(" ", words), "an_answer");
        values.forEach((key, value) -> assertEquals(value, parsed.get(key), key));
    }

    @Property
    void anyLineIsAnAnswerOrAnError(@ForAll String line) {
        try {
            assertEquals("an_answer", PmiLine.parse(line, "an_answer").get("cmd"));
        } catch (SennitException malformed) {
            assertEquals(ErrorClass.BOOTSTRAP, malformed.errorClass());
        }
    }
}
