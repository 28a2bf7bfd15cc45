package org.sennit.internal.runtime.bootstrap.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HexFormat;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.BootstrapSelection;
import org.sennit.internal.runtime.bootstrap.ChannelSeal;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.JobProof;
import org.sennit.internal.runtime.bootstrap.LauncherLink;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.internal.runtime.bootstrap.ServerLocation;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/**
 * The server of a job whose processes are on several hosts: one comes over the loopback address, the other over a
 * network.
 */
@Deadline(seconds = 30)
class ServerForHostsTest {
    private static final byte[] SECRET = "a secret of the job of this test".getBytes();
    private static final long LONG_NS = Deadlines.ns(20);
    private static final String ADDRESS = InetAddress.getLoopbackAddress().getHostAddress();

    private final BlockingQueue<Integer> left = new ArrayBlockingQueue<>(10);
    private KeyValueServer server;
    private int port;

    @BeforeEach
    void open() throws IOException {
        server = new KeyValueServer(
                new int[] {1, 1},
                SECRET,
                new ServerEvents() {
                    @Override
                    public void aborted(int process, int status, String report) {}

                    @Override
                    public void uncaught(int process, String report) {}

                    @Override
                    public void lost(int process, int lost, String why) {}

                    @Override
                    public void late(int process, String why) {}

                    @Override
                    public void hostLeft(int process) {
                        left.add(process);
                    }
                },
                RuntimeContext.system());
        port = server.listenAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Bootstrap join(int process, String address, int at, byte[] secret) {
        Options options = Options.defaults()
                .with(JobOptions.ID, "job", "test")
                .with(JobOptions.PROCESS, process, "test")
                .with(JobOptions.PROCESSES, 2, "test")
                .with(JobOptions.SERVER_ADDRESS, address, "test")
                .with(JobOptions.SERVER_PORT, at, "test")
                .with(JobOptions.SECRET, HexFormat.of().formatHex(secret), "test");
        return BootstrapSelection.join(options, RuntimeContext.system());
    }

    private LauncherLink link(int process, String role) {
        return LauncherLink.open(
                ServerLocation.ofLauncher(ADDRESS, port), process, SECRET, role, LONG_NS, RuntimeContext.system());
    }

    @Test
    void exchangesBetweenHosts() throws Exception {
        String large = "v".repeat(8000);
        try (Bootstrap near = join(0, "", server.port(), SECRET);
                Bootstrap far = join(1, ADDRESS, port, SECRET)) {
            far.space().put("far", large);
            near.space().put("near", "%\n ");
            CompletableFuture<Void> fence =
                    CompletableFuture.runAsync(() -> far.space().fence("cards", LONG_NS));
            near.space().fence("cards", LONG_NS);
            fence.get();
            assertEquals(large, near.space().get("far"));
            assertEquals("%\n ", far.space().get("near"));
        }
    }

    @Test
    void refusesAnotherSecretAndSaysSo() {
        byte[] other = SECRET.clone();
        other[0]++;
        SennitException refused = assertThrows(SennitException.class, () -> join(1, ADDRESS, port, other));
        assertEquals(
                "the launcher at " + ADDRESS + " port " + port + " refused process 1: wrong secret",
                refused.getMessage());
    }

    @Test
    void refusesARecordedGreeting() throws IOException {
        String key = ChannelSeal.fresh().publicKey();
        byte[] recorded;
        try (Socket first = new Socket(ADDRESS, port)) {
            String nonce = LauncherProtocol.read(first.getInputStream(), 512)[2];
            String proof = JobProof.of(SECRET, "process", nonce, key, LauncherProtocol.WATCH, "1");
            recorded = LauncherProtocol.line("HELLO", LauncherProtocol.WATCH, "1", key, proof);
            first.getOutputStream().write(recorded);
            assertEquals("WELCOME", LauncherProtocol.read(first.getInputStream(), 512)[0]);
        }
        try (Socket second = new Socket(ADDRESS, port)) {
            InputStream in = second.getInputStream();
            LauncherProtocol.read(in, 512);
            second.getOutputStream().write(recorded);
            assertEquals("REFUSED", LauncherProtocol.read(in, 512)[0]);
            assertNull(LauncherProtocol.read(in, 512));
        }
    }

    @Test
    void isNotDisturbedByStrangersOnItsPort() throws IOException {
        for (int i = 0; i < 300; i++) {
            try (Socket stranger = new Socket(ADDRESS, port)) {
                stranger.getOutputStream().write(new byte[i]);
            }
        }
        try (LauncherLink link = link(1, LauncherProtocol.WATCH)) {
            link.send("UNCAUGHT", "nothing");
            assertEquals("TAKEN", link.receive()[0]);
        }
    }

    @Test
    void tellsThatAHostHasLeft() throws Exception {
        link(1, LauncherProtocol.HOST).close();
        assertEquals(1, left.take());
        assertTrue(left.isEmpty());
    }

    @Test
    void endsTheConnectionsOfAProcess() throws Exception {
        try (LauncherLink one = link(1, LauncherProtocol.WATCH);
                LauncherLink zero = link(0, LauncherProtocol.WATCH)) {
            one.send("UNCAUGHT", "so that it is certain to be in");
            one.receive();
            server.disconnect(1);
            assertNull(one.receive());
            zero.send("UNCAUGHT", "still there");
            assertEquals("TAKEN", zero.receive()[0]);
        }
    }
}
