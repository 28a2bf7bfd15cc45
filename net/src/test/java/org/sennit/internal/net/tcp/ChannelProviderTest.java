package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.internal.runtime.bootstrap.Providers;
import org.sennit.testkit.Deadline;

/** The JDK's provider of channels in a JVM of its own: it is chosen once. */
@Deadline(seconds = 60)
class ChannelProviderTest {
    /** Prints the provider that is taken, and the property that a program would see. */
    public static final class Program {
        public static void main(String[] args) {
            ChannelProvider.settle();
            System.out.println(SelectorProvider.provider().getClass().getSimpleName() + " "
                    + System.getProperty(ChannelProvider.PROPERTY));
        }
    }

    /** A provider of the user's. */
    public static final class OfUser extends SelectorProvider {
        private static final String NONE = "a provider of a test opens none";

        @Override
        public DatagramChannel openDatagramChannel() {
            throw new UnsupportedOperationException(NONE);
        }

        @Override
        public DatagramChannel openDatagramChannel(ProtocolFamily family) {
            throw new UnsupportedOperationException(NONE);
        }

        @Override
        public Pipe openPipe() {
            throw new UnsupportedOperationException(NONE);
        }

        @Override
        public AbstractSelector openSelector() {
            throw new UnsupportedOperationException(NONE);
        }

        @Override
        public ServerSocketChannel openServerSocketChannel() {
            throw new UnsupportedOperationException(NONE);
        }

        @Override
        public SocketChannel openSocketChannel() {
            throw new UnsupportedOperationException(NONE);
        }
    }

    private final Path lib;
    private final Path user;

    ChannelProviderTest(@TempDir Path folder) throws IOException {
        this.lib = Files.createDirectory(folder.resolve("lib"));
        this.user = Files.createDirectory(folder.resolve("user"));
    }

    private static void write(Path root, String provider) throws IOException {
        Path file = root.resolve("META-INF/services").resolve(SelectorProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, provider + "\n");
    }

    private String taken(String... flags) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-D" + Providers.LIBRARIES + "=" + lib));
        command.addAll(List.of(flags));
        command.add("-cp");
        command.add(lib.resolve("library")
                + File.pathSeparator
                + user
                + File.pathSeparator
                + System.getProperty("java.class.path"));
        command.add(Program.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream out = process.getInputStream()) {
            String text = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
            assertEquals(0, process.waitFor(), text);
            return text;
        }
    }

    @Test
    void isTheJdksWithoutALookIntoTheLibraries() throws Exception {
        write(lib.resolve("library"), "none.that.Exists"); // an error, if the JDK looked
        assertEquals("EPollSelectorProvider null", taken());
    }

    @Test
    void isTheUsersWhereTheClassPathBringsOne() throws Exception {
        write(user, OfUser.class.getName());
        assertEquals("OfUser null", taken());
    }

    @Test
    void isThatOfTheProperty() throws Exception {
        String name = OfUser.class.getName();
        assertEquals("OfUser " + name, taken("-D" + ChannelProvider.PROPERTY + "=" + name));
    }
}
