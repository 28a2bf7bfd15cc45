package org.sennit.internal.runtime.bootstrap.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.internal.runtime.bootstrap.LaunchedSpace;
import org.sennit.internal.runtime.bootstrap.LauncherLink;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.internal.runtime.bootstrap.ServerLocation;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/** Many values in few requests, as each process asks for the business cards of all others. */
@Deadline(seconds = 30)
class ManyValuesTest {
    private static final byte[] SECRET = "a secret of the job of this test".getBytes();

    private KeyValueServer server;

    @BeforeEach
    void open() throws IOException {
        server = new KeyValueServer(new int[1], SECRET, new Silence(), RuntimeContext.system());
    }

    @AfterEach
    void close() {
        server.close();
    }

    private LauncherLink link() {
        return LauncherLink.open(
                ServerLocation.ofLauncher(server.port()),
                0,
                SECRET,
                LauncherProtocol.spaceOf(""),
                Deadlines.ns(20),
                RuntimeContext.system());
    }

    /** 200 values of 8,192 blanks are 25,000 bytes each on the wire, five times the longest line. */
    @Test
    void showsManyValuesAtOnceInTheOrderOfTheirKeys() {
        try (LaunchedSpace space = new LaunchedSpace(link(), RuntimeContext.system())) {
            List<String> keys = new ArrayList<>();
            List<String> values = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                keys.add("k".repeat(4000) + i);
                values.add(i + " ".repeat(KeyValueSpace.MAX_LENGTH - 3));
                space.put(keys.get(i), values.get(i));
            }
            assertEquals(values, space.getAll(keys));
            assertEquals(List.of(), space.getAll(List.of()));
            keys.set(150, "absent");
            SennitException absent = assertThrows(SennitException.class, () -> space.getAll(keys));
            assertEquals("no process has put key=absent", absent.getMessage());
        }
    }

    @Test
    void asksForManyValuesInOneRequest() throws IOException {
        try (LauncherLink link = link()) {
            link.send("1", "PUT", "a", "one");
            link.send("2", "PUT", "b", "two");
            link.send("3", "GET", "a", "b", "c");
            link.send("4", "GET", "c", "a");
            assertArrayEquals(new String[] {"1", "OK"}, link.receive());
            assertArrayEquals(new String[] {"2", "OK"}, link.receive());
            assertArrayEquals(new String[] {"3", "VALUE", "one", "two"}, link.receive());
            assertArrayEquals(new String[] {"4", "ABSENT", "c"}, link.receive());
        }
    }

    /** Of no interest here. */
    private static final class Silence implements ServerEvents {
        @Override
        public void aborted(int process, int status, String report) {}

        @Override
        public void uncaught(int process, String report) {}

        @Override
        public void lost(int process, int lost, String why) {}

        @Override
        public void late(int process, String why) {}
    }
}
