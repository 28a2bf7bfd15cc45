package org.sennit.internal.launch.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class PathProbeTest {

    private static final String HERE = "127.0.0.1";

    private final byte[] word = new byte[EchoServer.WORD_BYTES];

    @Test
    void aPathThatBringsEverythingBackIsFine() throws IOException {
        try (EchoServer echo = new EchoServer(word)) {
            for (int time = 0; time < 2; time++) {
                String answer = PathProbe.probe(HERE, echo.port(), word);
                assertTrue(PathProbe.isFine(answer), answer);
                assertEquals(HERE, PathProbe.source(answer));
            }
        }
    }

    @Test
    void whoDoesNotKnowTheWordGetsNothingBack() throws IOException {
        byte[] wrong = new byte[EchoServer.WORD_BYTES];
        wrong[3] = 1;
        try (EchoServer echo = new EchoServer(word)) {
            assertFalse(PathProbe.isFine(PathProbe.probe(HERE, echo.port(), wrong)));
            assertTrue(PathProbe.isFine(PathProbe.probe(HERE, echo.port(), word)));
        }
    }

    @Test
    void aPortWhereNoneListensIsRefused() throws IOException {
        int port;
        try (ServerSocket server = new ServerSocket(0)) {
            port = server.getLocalPort();
        }
        assertEquals("refused (a firewall rejects it?)", PathProbe.probe(HERE, port, word));
    }

    @Test
    void aPathThatKeepsWhatIsLargeIsTold() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral(HERE))) {
            Thread.ofPlatform().daemon().start(() -> {
                List<Socket> held = new ArrayList<>(); // until the test is over
                try {
                    while (true) {
                        Socket socket = server.accept();
                        held.add(socket);
                        answerLittle(socket);
                    }
                } catch (IOException testIsOver) {
                    held.forEach(PathProbeTest::close);
                }
            });
            String answer = "";
            for (int ms = 250; ms < 20_000 && !answer.equals(PathProbe.SMALL_ONLY); ms *= 4) { // it may be slow
                answer = PathProbe.probe(HERE, server.getLocalPort(), word, ms);
            }
            assertEquals(PathProbe.SMALL_ONLY, answer);
        }
    }

    private static void answerLittle(Socket socket) {
        try {
            socket.getInputStream().readNBytes(EchoServer.WORD_BYTES);
            socket.getOutputStream().write(1);
        } catch (IOException probeIsOver) {
            // The next one waits longer.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
