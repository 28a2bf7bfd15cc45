package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.GermanLocale;

@Deadline(seconds = 60)
class BrokenPipeTextsTest {
    /**
     * Prints until its output has no reader, then on standard error whether it has noticed that, and in which words.
     */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
                while (true) {
                    out.write('\n');
                }
            } catch (IOException e) {
                System.err.print(WatchedOutput.isReaderGone(e.getMessage()) + " " + e.getMessage());
            }
        }
    }

    @Test
    void knowsTheLanguageOfTheSystem() throws Exception {
        String said = saidBy(new ChildJvm(Program.class));
        assertTrue(said.startsWith("true "), said);
    }

    /** Where the system has what a German locale is made of. */
    @Test
    void knowsALanguageThatIsNotEnglish(@TempDir Path locales) throws Exception {
        assumeTrue(GermanLocale.isMade(locales), "no locale can be made here");
        String said = saidBy(GermanLocale.use(locales, new ChildJvm(Program.class)));
        assumeFalse(said.endsWith(" Broken pipe"), "no German texts of the C library here");
        assertTrue(said.startsWith("true "), said);
    }

    private static String saidBy(ChildJvm child) throws Exception {
        Process process = child.start();
        try {
            assertTrue(process.getInputStream().read() == '\n', "it prints");
            process.getInputStream().close();
            return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void knowsTheWordsThatTheSystemHasGiven() {
        BrokenPipeTexts german = new BrokenPipeTexts("Datenübergabe unterbrochen (broken pipe)");
        assertTrue(german.areAllOf("Datenübergabe unterbrochen (broken pipe)"));
        assertFalse(german.areAllOf("Auf dem Gerät ist kein Speicherplatz mehr verfügbar"));
    }

    @ParameterizedTest
    @CsvSource(
            value = {"NULL", "''", "'No space left on device'"},
            nullValues = "NULL")
    void anotherFailureIsNone(String failure) {
        assertFalse(BrokenPipeTexts.areIn(failure));
    }

    @ParameterizedTest
    @CsvSource(
            value = {"NULL", "''", "' '"},
            nullValues = "NULL")
    void withoutWordsItIsEnglish(String words) {
        assertTrue(new BrokenPipeTexts(words).areAllOf("Broken pipe"));
        assertFalse(new BrokenPipeTexts(words).areAllOf(""));
    }
}
