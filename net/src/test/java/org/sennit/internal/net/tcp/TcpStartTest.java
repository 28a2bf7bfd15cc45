package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.sennit.config.InfoSection;
import org.sennit.config.OptionProvider;
import org.sennit.config.Options;
import org.sennit.contract.netmod.RecordingDevice;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

/** How tcp starts, what it says, and what it costs. */
@Deadline(seconds = 60)
class TcpStartTest {
    /** Two processes in one JVM exchange a message; run without any flag by the test. */
    public static final class Exchange {
        public static void main(String[] args) {
            try (TestNetwork two = new TestNetwork(2, new TcpModuleFactory(), Options.fromEnvironment())) {
                two.connectAll();
                System.out.println(two.process(0).module().explain());
            }
        }
    }

    @Test
    void isSilentWithoutAnyFlag() {
        String said = new ChildJvm(Exchange.class).run().assertSilentSuccess().out();
        assertTrue(
                said.startsWith(
                        "tcp on nio: native access is not enabled (--enable-native-access=ALL-UNNAMED); on one host"
                                + " by unix /"),
                said);
        assertTrue(said.contains("; TLS: no, all processes are on one host; lanes: 1 ("), said);
    }

    @Test
    void loadsNothingOfTlsOnOneHost() {
        String loaded = new ChildJvm(Exchange.class)
                .options("-Xlog:class+load:stdout", "--enable-native-access=ALL-UNNAMED")
                .run()
                .out();
        assertTrue(loaded.contains("org.sennit.internal.net.connection.Link "), "the log is there");
        List<String> found = loaded.lines()
                .filter(line -> line.contains("bouncycastle")
                        || line.contains("org.sennit.internal.net.tls")
                        || line.contains("io.netty.handler.ssl")
                        || line.contains("sun.security.ssl"))
                .toList();
        assertEquals(List.of(), found);
    }

    @Test
    void isSilentWithNativeAccess() {
        new ChildJvm(Exchange.class)
                .options("--enable-native-access=ALL-UNNAMED")
                .run()
                .assertSilentSuccess();
    }

    @Test
    void isFoundWithItsOptionsAndItsSectionOfInfo() {
        assertTrue(ServiceLoader.load(NetworkModuleFactory.class).stream()
                .anyMatch(provider -> provider.get().name().equals("tcp")));
        assertTrue(ServiceLoader.load(OptionProvider.class).stream()
                .anyMatch(provider -> provider.get().options().contains(TcpOptions.INTERFACE)));
        List<String> lines = new ArrayList<>();
        for (InfoSection section : ServiceLoader.load(InfoSection.class)) {
            if (section.title().contains("tcp")) {
                section.describe(Options.fromEnvironment(), (name, value) -> lines.add(name + "=" + value));
            }
        }
        assertTrue(lines.get(0).startsWith("transport="), lines::toString);
    }

    @Test
    void allocatesNothingToSendAndReceiveASmallMessage() {
        try (TestNetwork two = new TestNetwork(2, new TcpModuleFactory(), Options.fromEnvironment())) {
            RecordingDevice device = two.process(1).device();
            two.connectAll();
            device.countOnly();
            MemorySegment header = TestPackets.header(0, 0, 8);
            MemorySegment payload = Arena.ofAuto().allocate(8);
            AllocatedBytes.assertNoneInSteadyState(200, 500, () -> {
                long expected = device.payloadBytes() + 8;
                two.process(0).to(1).startMessage(header, payload);
                while (device.payloadBytes() < expected) {
                    two.process(1).poll();
                    two.process(0).poll();
                }
            });
        }
    }
}
