package org.sennit.endpoints.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.message.Envelope;
import org.sennit.runtime.message.PacketDescriptor;
import org.sennit.runtime.netmod.PayloadSink;
import org.sennit.runtime.netmod.VirtualConnection;

/**
 * The word that the program of an endpoint has failed, as it goes to a process to which that endpoint has sent messages: a packet
 * behind them on their connection, so that each of them is there before the word is. Used with the connection's upcalls.
 */
final class FailureNotice implements CookieArrival.Taker {
    /** The longest text, in bytes. */
    static final int MAX_TEXT_BYTES = 8192;

    private final PacketDispatcher process;
    private final CookieArrival text = new CookieArrival();
    private VirtualConnection connection;
    private int endpoint;

    FailureNotice(PacketDispatcher process) {
        this.process = process;
    }

    /**
     * Sends the word behind everything that has been sent over a connection; does not block.
     *
     * @throws RuntimeException when the network has been closed
     */
    static void send(VirtualConnection vc, int endpoint, String why) {
        byte[] letters = why.getBytes(StandardCharsets.UTF_8);
        byte[] cut = letters.length > MAX_TEXT_BYTES ? Arrays.copyOf(letters, MAX_TEXT_BYTES) : letters;
        MemorySegment header = IncomingTransfer.newHeader();
        PacketDescriptor.write(
                header, PacketDescriptor.FAILED, new Envelope(), PacketDescriptor.NO_ENDPOINT, endpoint, cut.length);
        vc.startMessage(header, MemorySegment.ofArray(cut));
    }

    /** A header of this type. */
    PayloadSink onHeader(VirtualConnection vc, ByteBuffer header) {
        long length = PacketDescriptor.payloadLength(header);
        if (length < 1 || length > MAX_TEXT_BYTES || vc.process() < 0) {
            throw new SennitException(
                    ErrorClass.NETWORK, "bad notice of a failure: process=" + vc.process() + " payload=" + length);
        }
        connection = vc;
        endpoint = PacketDescriptor.sourceEndpoint(header);
        return text.begin((int) length, this);
    }

    @Override
    public void take(MemorySegment whole) {
        String why = new String(whole.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
        process.endpointFailed(connection.process(), endpoint, why);
    }
}
