package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import org.sennit.internal.endpoints.device.rendezvous.CookieArrival;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The FAILED packet: the program of an endpoint has failed. Sent to each process to which the endpoint has sent
 * messages, behind them on every connection that may have carried them, so that they arrive before it; with several
 * lanes the last of the packets to arrive counts. Used with the connection's upcalls.
 */
public final class FailureNotice implements CookieArrival.Taker {
    /** The longest text, in bytes. */
    static final int MAX_TEXT_BYTES = 8192;

    private final ArrivalContext process;
    private final CookieArrival text = new CookieArrival();
    private VirtualConnection connection;
    private int endpoint;
    private long furtherWords;

    FailureNotice(ArrivalContext process) {
        this.process = process;
    }

    /**
     * Sends the notice behind everything that has been sent to a process; does not block.
     *
     * @param why what has happened, or null when it went well
     * @throws RuntimeException when the network has been closed
     */
    public static void send(Collection<VirtualConnection> connections, int endpoint, String why) {
        byte[] letters = why.getBytes(StandardCharsets.UTF_8);
        byte[] cut = letters.length > MAX_TEXT_BYTES ? Arrays.copyOf(letters, MAX_TEXT_BYTES) : letters;
        MemorySegment header = PacketDescriptor.newHeader();
        Envelope envelope = new Envelope().set(0, 0, 0, connections.size() - 1, 0);
        PacketDescriptor.write(
                header, PacketDescriptor.FAILED, envelope, PacketDescriptor.NO_ENDPOINT, endpoint, cut.length);
        connections.forEach(vc -> vc.startMessage(header, MemorySegment.ofArray(cut)));
    }

    /** Takes a header of this type. */
    PayloadSink onHeader(VirtualConnection vc, ByteBuffer header) {
        long length = PacketDescriptor.payloadLength(header);
        furtherWords = PacketDescriptor.messageLength(header);
        if (length < 1 || length > MAX_TEXT_BYTES || vc.process() < 0 || furtherWords < 0) {
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
        process.endpointFailed(connection.process(), endpoint, furtherWords, why);
    }
}
