package org.sennit.internal.endpoints.device.flow;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.sennit.internal.shm.match.RemoteCredit;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The credit that one endpoint owes to processes whose eager messages it has taken: returned in a CREDIT packet once it
 * is half a window, so that a sender never runs out while its receiver keeps up. Messages of 8 bytes cost one packet
 * for each 7,000. Belongs to the thread that drains the endpoint's queue.
 */
public final class CreditsOwed implements RemoteCredit {
    private final int endpoint;
    private final long batchBytes;
    private final Credits credits;
    private long[] owedBytes = {}; // by process
    private MemorySegment header; // null until needed

    /** Makes a credits owed. */
    public CreditsOwed(int endpoint, Credits credits) {
        this.endpoint = endpoint;
        this.batchBytes = credits.windowBytes() / 2;
        this.credits = credits;
    }

    @Override
    public void taken(int process, long lengthBytes) {
        if (process >= owedBytes.length) {
            owedBytes = Arrays.copyOf(owedBytes, process + 1);
        }
        long owed = owedBytes[process] + CreditWindow.chargeOf(lengthBytes);
        owedBytes[process] = owed;
        if (owed >= batchBytes) {
            giveBack(process, owed);
        }
    }

    private void giveBack(int process, long bytes) {
        owedBytes[process] = 0;
        VirtualConnection vc = credits.of(process).connection();
        if (vc == null) {
            return;
        }
        if (header == null) {
            header = PacketDescriptor.newHeader();
        }
        PacketDescriptor.writeTransfer(
                header, PacketDescriptor.CREDIT, PacketDescriptor.TO_SENDER, (short) 0, 0, 0, bytes);
        PacketDescriptor.writeEndpoints(header, PacketDescriptor.NO_ENDPOINT, endpoint); // no sleeper waits for it
        try {
            vc.lane(endpoint, 0)
                    .startMessage(header, MemorySegment.NULL); // windows are the process's, not an endpoint's
        } catch (SennitException e) {
            // The network has been closed: no peer sends any more. The receive that was just delivered is complete.
        }
    }
}
