package org.sennit.internal.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LauncherProtocolTest {

    @Test
    void carriesAnyText() throws IOException {
        String[] words = {"1", "PUT", "", "a b%c\n\t\u0000d", "Grüße 東京 🧵", "%20", "%"};
        byte[] line = LauncherProtocol.line(words);
        assertEquals('\n', line[line.length - 1]);
        assertArrayEquals(words, LauncherProtocol.read(new ByteArrayInputStream(line), 1000));
    }

    @Test
    void endsWithNullWhenTheConnectionEnds() throws IOException {
        assertNull(LauncherProtocol.read(stream(""), 10));
        assertNull(LauncherProtocol.read(stream("half a li"), 10));
    }

    @Test
    void refusesLinesThatAreTooLong() {
        assertThrows(IOException.class, () -> LauncherProtocol.read(stream("12345678901\n"), 10));
    }

    @Test
    void refusesMalformedEscapes() {
        for (String line : new String[] {"a%\n", "%2\n", "%zz\n"}) {
            assertThrows(IOException.class, () -> LauncherProtocol.read(stream(line), 10), line);
        }
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
