package org.sennit.internal.net.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.GermanLocale;

class RefusalTextsTest {
    @ParameterizedTest
    @CsvSource({
        "Connection refused: /10.0.0.1:7",
        "connect(..) failed with error(-111): Verbindungsaufbau abgelehnt",
    })
    void knowsEnglishAndTheNativeTransport(String message) {
        assertTrue(RefusalTexts.areIn(message));
    }

    @Test
    void knowsTheLanguageOfTheSystem() throws IOException {
        try (SocketChannel taken = SocketChannel.open();
                SocketChannel refused = SocketChannel.open()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            ConnectException error =
                    assertThrows(ConnectException.class, () -> refused.connect(taken.getLocalAddress()));
            assertTrue(AddressWalk.isRefusal(error), error::toString);
        }
    }

    /** Prints the text of a refusal, and whether it is taken for one. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws IOException {
            try (SocketChannel taken = SocketChannel.open();
                    SocketChannel refused = SocketChannel.open()) {
                taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                refused.connect(taken.getLocalAddress());
            } catch (ConnectException e) {
                System.out.print(AddressWalk.isRefusal(e) + " " + e.getMessage());
            }
        }
    }

    /** Where the system has what a German locale is made of. */
    @Test
    @Deadline(seconds = 60)
    void knowsALanguageThatIsNotEnglish(@TempDir Path locales) throws Exception {
        assumeTrue(GermanLocale.isMade(locales), "no locale can be made here");
        ChildJvm.Result result =
                GermanLocale.use(locales, new ChildJvm(Program.class)).run();
        assumeFalse(result.out().endsWith("Connection refused"), "no German texts of the C library here");
        assertTrue(result.out().startsWith("true "), result::toString);
    }

    @Test
    void knowsTheWordsThatTheSystemHasGiven() {
        RefusalTexts german = new RefusalTexts("Verbindungsaufbau abgelehnt");
        assertTrue(german.isSaidBy("Verbindungsaufbau abgelehnt: /10.0.0.1:7"));
        assertFalse(german.isSaidBy("Die Wartezeit für die Verbindung ist abgelaufen: /10.0.0.1:7"));
    }

    @ParameterizedTest
    @CsvSource(
            value = {"NULL", "''", "' '"},
            nullValues = "NULL")
    void noWordsAreNotInEveryMessage(String words) {
        assertEquals(false, new RefusalTexts(words).isSaidBy("Connection timed out"));
    }
}
