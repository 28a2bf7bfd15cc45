package org.sennit.internal.endpoints.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PacketHandler;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.packet.PacketInBuffer;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/** Packets that have overtaken each other. */
@Deadline(seconds = 20)
class PacketOrderTest {
    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private final List<String> log = new ArrayList<>();
    private final PacketAssembler assembler = new PacketAssembler(new PacketOrder(new Recorder()));
    private final VirtualConnection vc =
            new LocalNetwork(1, false, made -> null).addProcess(null).to(1);

    /** Writes down tag and length of what it gets; drops every fifth without a sink. */
    private final class Recorder implements PacketHandler {
        @Override
        public boolean onPacket(VirtualConnection from, ByteBuffer fragment, int at, int payloadLength) {
            int tag = (int) (PacketInBuffer.sourceAndTag(fragment, at) >>> 32);
            if (tag % 3 != 0) {
                return false;
            }
            log.add(tag + ":" + payloadLength);
            return true;
        }

        @Override
        public PayloadSink onHeader(VirtualConnection from, ByteBuffer header) {
            int tag = PacketDescriptor.tag(header);
            if (tag % 5 == 0) {
                log.add(tag + ":" + PacketDescriptor.payloadLength(header));
                return null;
            }
            return new PayloadSink() {
                private int length;

                @Override
                public void accept(ByteBuffer bytes) {
                    length += bytes.remaining();
                }

                @Override
                public void complete() {
                    log.add(tag + ":" + length);
                }

                @Override
                public void failed(Throwable cause) {
                    log.add(tag + " failed");
                }
            };
        }
    }

    private static byte[] packet(int number, int tag, int payload) {
        ByteBuffer bytes =
                ByteBuffer.allocate(PacketDescriptor.HEADER_LENGTH + payload).order(ByteOrder.LITTLE_ENDIAN);
        MemorySegment header = MemorySegment.ofBuffer(bytes);
        PacketDescriptor.write(
                header, PacketDescriptor.EAGER, new Envelope().set(0, 1, tag, payload, 0), 0, 0, payload);
        PacketDescriptor.writeNumber(header, number);
        return bytes.array();
    }

    private void handUp(byte[] packet) {
        for (int at = 0; at < packet.length; ) {
            int length = random.nextBoolean() ? packet.length - at : 1 + random.nextInt(packet.length - at);
            assembler.handle(vc, ByteBuffer.wrap(packet, at, length));
            at += length;
        }
    }

    @Test
    void arriveInTheOrderOfTheirNumbersHoweverTheyCome() {
        List<byte[]> packets = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            int length = i % 7 == 0 ? 0 : random.nextInt(300);
            packets.add(packet(i, i, length));
            expected.add(i + ":" + length);
        }
        Collections.shuffle(packets, new Random(random.seed()));
        packets.forEach(this::handUp);
        assertEquals(expected, log);
    }

    @Test
    void aNumberThatHasBeenOrIsTooFarAheadBreaksTheConnection() {
        handUp(packet(0, 0, 1));
        handUp(packet(2, 2, 1));
        assertThrows(SennitException.class, () -> handUp(packet(0, 0, 0)));
        assertThrows(SennitException.class, () -> handUp(packet(2, 2, 0)));
        assertThrows(SennitException.class, () -> handUp(packet(2 + PacketOrder.MOST_AHEAD, 1, 0)));
        assertEquals(List.of("0:1"), log);
    }
}
