package org.sennit.opi.check;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole program that is right, and the mistakes that it could have: lines that are switched on one at a time. */
class ProgramTest {
    private static final Pattern SWITCHED_OFF = Pattern.compile("(?m)^ *// \\d .*\n");

    @Test
    void aProgramWithoutMistakesPasses() throws IOException {
        Snippet.checkFile("HaloExchange", SWITCHED_OFF.matcher(program()).replaceAll(""));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void eachMistakeIsFound(int number) throws IOException {
        String withMistake = program().replace("// " + number + " ", "");
        Snippet.checkFile("HaloExchange", SWITCHED_OFF.matcher(withMistake).replaceAll(""));
    }

    private static String program() throws IOException {
        try (InputStream stream = ProgramTest.class.getResourceAsStream("HaloExchange.java")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
