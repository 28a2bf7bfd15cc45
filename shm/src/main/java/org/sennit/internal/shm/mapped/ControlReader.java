package org.sennit.internal.shm.mapped;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * Separates the module's packets from the device's in the stream of the underlying connection; the device's come there
 * where there is no shared memory. Runs in the upcalls of the underlying connection.
 */
final class ControlReader {
    /** Receives the packets of the module and those of the device. */
    interface Target {
        /** Takes a packet of the module. */
        void control(ControlPacket packet);

        /** Takes bytes of a packet of the device. */
        void passed(ByteBuffer bytes);
    }

    private final Target target;
    private final PacketAssembler assembler = new PacketAssembler(this::sink);
    private final PayloadSink passing = new Passing();
    private ControlPacket recentBell = ControlPacket.RING_BELL; // by the upcalls

    ControlReader(Target target) {
        this.target = target;
    }

    void handle(VirtualConnection vc, ByteBuffer fragment) {
        assembler.handle(vc, fragment);
    }

    void reset(Throwable cause) {
        assembler.reset(cause);
    }

    private PayloadSink sink(VirtualConnection vc, ByteBuffer header) {
        if (!ControlPacket.isControl(header)) {
            target.passed(header.duplicate());
            return passing;
        }
        long length = PacketDescriptor.payloadLength(header);
        if (length > ControlPacket.MAX_TEXT_BYTES) {
            throw new SennitException(ErrorClass.NETWORK, "bad packet of module mapped, length=" + length);
        }
        byte type = PacketDescriptor.type(header);
        long number = PacketDescriptor.sendId(header);
        if (length > 0) {
            return new Gathering(type, number);
        }
        target.control(type == ControlPacket.BELL ? bell(number) : new ControlPacket(type, number, ""));
        return null;
    }

    /**
     * Returns the packet of a bell; allocates nothing for a bell of the ring, nor for one of the endpoint that was
     * woken last.
     */
    private ControlPacket bell(long number) {
        if (number == 0) {
            return ControlPacket.RING_BELL;
        }
        if (recentBell.number() != number) {
            recentBell = new ControlPacket(ControlPacket.BELL, number, "");
        }
        return recentBell;
    }

    /** The payload of a packet of the device. */
    private final class Passing implements PayloadSink {
        @Override
        public void accept(ByteBuffer bytes) {
            target.passed(bytes);
        }

        @Override
        public void complete() {}

        @Override
        public void failed(Throwable cause) {}
    }

    /** The text of a packet of the module. */
    private final class Gathering implements PayloadSink {
        private final byte type;
        private final long number;
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();

        Gathering(byte type, long number) {
            this.type = type;
            this.number = number;
        }

        @Override
        public void accept(ByteBuffer bytes) {
            byte[] part = new byte[bytes.remaining()];
            bytes.get(bytes.position(), part);
            text.writeBytes(part);
        }

        @Override
        public void complete() {
            target.control(new ControlPacket(type, number, text.toString(StandardCharsets.UTF_8)));
        }

        @Override
        public void failed(Throwable cause) {}
    }
}
