package org.sennit.internal.net.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.Arrival;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.internal.net.tcp.TcpModuleFactory;
import org.sennit.internal.net.tcp.TcpOptions;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Acknowledgements that come while a socket is full. */
@Deadline(seconds = 30)
@Core
class UnflushedFramesTest {
    private static final int LENGTH = 60_000;

    private static final Options OPTIONS = Options.fromEnvironment()
            .with(TcpOptions.SEND_BUFFER, 1 << 16, "test")
            .with(TcpOptions.RECEIVE_BUFFER, 1 << 16, "test")
            .with(TcpOptions.RESEND, 1 << 24, "test")
            .with(TcpOptions.GATHER_MIN, 1 << 30, "test");

    /** The last frame cannot have arrived, and its buffer is still read; those before it can. */
    @Test
    void refusesAnAcknowledgementOfTheFrameThatTheSocketHasNotTaken() {
        try (TestNetwork two = new TestNetwork(2, new TcpModuleFactory(), OPTIONS)) {
            two.connectAll();
            Connection connection = (Connection) two.process(0).to(1);
            Connection peer = (Connection) two.process(1).to(0);
            long messages = 1;
            peer.loop().acquire(); // no thread reads there
            connection.loop().acquire();
            try {
                Link link = connection.link();
                for (; link.isFlushed(); messages++) {
                    two.process(0).start(1, messages, TestPackets.payload(Arena.ofAuto(), messages, LENGTH));
                }
                Session session = connection.session();
                long last = session.sent.lastSequence();
                long received = session.received.received();
                assertThrows(SennitException.class, () -> link.begin(FrameDescriptor.ACK, 0, 0, received, last));
                link.begin(FrameDescriptor.ACK, 0, 0, received, last - 1);
                assertEquals(1, session.sent.unacknowledged());
            } finally {
                connection.loop().release();
                peer.loop().release();
            }
            long all = messages;
            two.pollUntil(() -> two.process(1).device().arrived() == all);
            List<Arrival> arrivals = two.process(1).device().arrivals();
            assertTrue(arrivals.stream().allMatch(Arrival::isIntact), arrivals::toString);
            assertEquals(List.of(), two.process(0).device().events());
        }
    }
}
