package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.RecordingDevice;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.internal.net.wire.ListenAddress.Reach;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.HostIdentity;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Deadline;

/** Where a process listens, what its card says, and that peers find a way by it. */
@Deadline(seconds = 60)
class ListeningTest {
    private static final Options NONE = Options.fromEnvironment();

    private final List<NetworkModule> modules = new ArrayList<>();
    private final List<RecordingDevice> devices = new ArrayList<>();
    private final List<BusinessCard> cards = new ArrayList<>();

    private TcpAddress open(
            NetworkModuleFactory factory, String job, int process, int hosts, int secret, Options options) {
        RecordingDevice device = new RecordingDevice();
        devices.add(device);
        NetworkModule module = factory.create(new NetworkSetup(
                job, process, 2, 2 / hosts, 1, 1, new byte[secret], options, RuntimeContext.system(), device));
        modules.add(module);
        cards.add(module.init());
        return TcpAddress.of(cards.getLast());
    }

    private TcpAddress open(int process, int hosts, Options options) {
        return open(new TcpModuleFactory(), "listening", process, hosts, 32, options);
    }

    @AfterEach
    void close() {
        modules.forEach(NetworkModule::close);
    }

    private static List<Reach> reaches(TcpAddress address) {
        return address.sockets().stream().map(ListenAddress::reach).distinct().toList();
    }

    /** Sends from the first to the second that was opened, and back. */
    private void talk() {
        VirtualConnection there = modules.get(0).connect(1, cards.get(1));
        VirtualConnection back = modules.get(1).connect(0, cards.get(0));
        there.startMessage(TestPackets.header(0, 0, 0), MemorySegment.NULL);
        back.startMessage(TestPackets.header(0, 0, 0), MemorySegment.NULL);
        while (devices.get(0).arrived() == 0 || devices.get(1).arrived() == 0) {
            modules.forEach(module -> module.poll(PollDirection.IN_FIRST, 1));
        }
    }

    @Test
    void onOneHostNothingListensButAUnixSocketWhichGoesWithTheProcess() {
        TcpAddress address = open(0, 1, NONE);
        assertEquals(List.of(Reach.UNIX), reaches(address));
        Path file = Path.of(address.sockets().getFirst().host());
        assertTrue(Files.exists(file));
        modules.getFirst().close();
        assertFalse(Files.exists(file));
        assertFalse(Files.exists(file.getParent()));
    }

    @Test
    void withoutUnixSocketsItIsLoopback() {
        assertEquals(List.of(Reach.LOOPBACK), reaches(open(0, 1, NONE.with(NetworkOptions.MODULE, "tcp", "test"))));
        assertEquals(
                "127.0.0.1",
                TcpAddress.of(cards.getFirst()).sockets().getFirst().host());
    }

    @Test
    void withSeveralHostsItListensOnTheNetworkWithTls() {
        TcpAddress address = open(0, 2, NONE);
        assertEquals(List.of(Reach.UNIX, Reach.NETWORK), reaches(address));
        assertTrue(address.sockets().stream().allMatch(socket -> socket.isTls() == (socket.reach() == Reach.NETWORK)));
        assertTrue(
                modules.getFirst().explain().contains("TLS: 1.3 between hosts"),
                modules.getFirst().explain());
    }

    @Test
    void nothingListensOnTheNetworkWithAShortSecret() {
        boolean isAlone = InterfaceChoice.of(NONE).addresses().getFirst().isLoopbackAddress();
        if (!isAlone) {
            assertThrows(SennitException.class, () -> open(new TcpModuleFactory(), "short", 0, 2, 15, NONE));
        }
        assertThrows(SennitException.class, () -> open(new TcpModuleFactory(), "none", 0, 1, 0, NONE));
    }

    @Test
    void processesOfTwoHostsTalkByDefault() {
        Options options = NONE.with(HostIdentity.HOST, "h%p", "test");
        open(0, 1, options);
        open(1, 1, options);
        talk();
    }

    @Test
    void processesOfOneHostOfSeveralUseTheUnixSocket() {
        open(0, 2, NONE);
        TcpAddress other = open(1, 2, NONE);
        // the only address that is left leads nowhere: had it been taken, nothing would arrive
        ListenAddress unix = other.sockets().getFirst();
        ListenAddress nowhere = new ListenAddress(Reach.NETWORK, true, "203.0.113.9", 9);
        cards.set(1, new TcpAddress(1, other.host(), List.of(nowhere, unix)).toCard());
        talk();
    }

    @Test
    void aDeadAddressIsPassedOver() {
        Options options = NONE.with(HostIdentity.HOST, "h%p", "test").with(TcpOptions.INTERFACE, "127.0.0.2", "test");
        open(0, 1, options);
        TcpAddress other = open(1, 1, options);
        ListenAddress live = other.sockets().getLast();
        ListenAddress refuses = new ListenAddress(Reach.NETWORK, true, "127.0.0.3", live.port());
        cards.set(1, new TcpAddress(1, other.host(), List.of(refuses, live)).toCard());
        talk();
    }

    @Test
    void version6Works() {
        if (!InterfaceChoice.isNeighbor(InetAddress.ofLiteral("::1"))) {
            return; // this machine has none
        }
        Options options = NONE.with(HostIdentity.HOST, "h%p", "test").with(TcpOptions.INTERFACE, "::1", "test");
        TcpAddress address = open(0, 1, options);
        assertEquals("0:0:0:0:0:0:0:1", address.sockets().getLast().host());
        open(1, 1, options);
        talk();
    }

    @Test
    void unixByNameNeedsUnixSockets() {
        TcpAddress address = open(new UnixModuleFactory(), "unix", 0, 1, 32, NONE);
        assertEquals(List.of(Reach.UNIX), reaches(address));
        assertEquals("unix", modules.getFirst().name());
        assertThrows(
                SennitException.class,
                () -> open(new UnixModuleFactory(), "unix", 0, 1, 32, NONE.with(TcpOptions.UNIX, "off", "test")));
        assertEquals(
                "net.unix=off", new UnixModuleFactory().unavailableBecause(NONE.with(TcpOptions.UNIX, "off", "test")));
    }

    @Test
    void twoJobsSideBySideDoNotSeeEachOther() {
        open(0, 1, NONE);
        open(1, 1, NONE);
        Options impatient = NONE.with(TcpOptions.SILENCE, 300, "test");
        open(new TcpModuleFactory(), "another", 0, 1, 32, impatient);
        open(new TcpModuleFactory(), "another", 1, 1, 32, impatient);
        Path one = Path.of(TcpAddress.of(cards.get(0)).sockets().getFirst().host());
        Path other = Path.of(TcpAddress.of(cards.get(2)).sockets().getFirst().host());
        assertFalse(one.getParent().equals(other.getParent()));
        talk();
        assertEquals(0, devices.get(2).arrived() + devices.get(3).arrived());
        // with the other job's card
        VirtualConnection stray = modules.get(2).connect(1, cards.get(1));
        stray.startMessage(TestPackets.header(0, 0, 0), MemorySegment.NULL);
        stray.require(TerminableConnection.class).terminate();
        while (devices.get(2).eventCount() == 0) {
            modules.forEach(module -> module.poll(PollDirection.IN_FIRST, 1));
        }
        assertEquals(1, devices.get(1).arrived());
    }
}
