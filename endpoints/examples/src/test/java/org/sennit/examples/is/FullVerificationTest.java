package org.sennit.examples.is;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Job;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class FullVerificationTest {
    @ParameterizedTest
    @CsvSource({
        "1 2 2|2 3|5, true",
        "1 2 2||5 6 7, true",
        "1 2 2|1 3|5, false",
        "1 2 2||1 6 7, false",
        "1 2 2|3 2|5, false",
        "1 2 2|2 3|, false",
        "1 2 2|2 3|5 6, false"
    })
    void tellsWhetherAllKeysAreInOrderOverRanksOfWhichSomeHaveNone(String keys, boolean isSorted) {
        String[] parts = keys.split("\\|", -1);
        boolean[] answers = new boolean[parts.length];
        Job.run(parts.length, endpoint -> {
            int rank = endpoint.world().rank();
            int[] own = Stream.of(parts[rank].split(" "))
                    .filter(key -> !key.isEmpty())
                    .mapToInt(Integer::parseInt)
                    .toArray();
            answers[rank] = FullVerification.isSorted(endpoint.world(), own, 6);
        });
        boolean[] expected = new boolean[parts.length];
        Arrays.fill(expected, isSorted);
        assertEquals(Arrays.toString(expected), Arrays.toString(answers));
    }
}
