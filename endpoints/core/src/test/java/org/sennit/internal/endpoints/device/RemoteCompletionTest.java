package org.sennit.internal.endpoints.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.contract.local.LocalModule;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** Active operations over modules that keep the order of packets and that do not. */
@Deadline(seconds = 20)
@Behaviours(90)
class RemoteCompletionTest {
    private static final int OPERATIONS = 500;
    private static final short PLAIN = 0;
    private static final short ASKING = 1;
    private static final short ONLY_ASKING = 2;

    private int applied;

    /** What one side does with packets as they come, in whatever order. */
    private interface OnPacket {
        void packet(VirtualConnection vc, byte type, short status);
    }

    private static NetworkUpcalls upcalls(OnPacket action) {
        return new NetworkUpcalls() {
            @Override
            public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
                if (vc.attachment() == null) {
                    vc.attach(new PacketAssembler((from, header) -> take(from, header)));
                }
                ((PacketAssembler) vc.attachment()).handle(vc, fragment);
            }

            private PayloadSink take(VirtualConnection vc, ByteBuffer header) {
                action.packet(vc, PacketDescriptor.type(header), PacketDescriptor.status(header));
                return null;
            }

            @Override
            public void terminated(VirtualConnection vc) {}

            @Override
            public void failed(VirtualConnection vc, Throwable cause) {
                throw new AssertionError(cause);
            }
        };
    }

    private static void send(VirtualConnection vc, byte type, short status) {
        MemorySegment header = PacketDescriptor.newHeader();
        PacketDescriptor.writeTransfer(header, type, (byte) 0, status, 0, 0, 0, 0);
        vc.startMessage(header, MemorySegment.NULL);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void completionMeansThatAllHasBeenDoneAtThePeer(boolean isOrdered) {
        LocalNetwork network = new LocalNetwork(9, isOrdered, made -> null);
        RemoteCompletion completion = new RemoteCompletion(isOrdered);
        LocalModule target = network.addProcess(upcalls((vc, type, status) -> {
            applied += status == ONLY_ASKING ? 0 : 1;
            if (status != PLAIN) {
                send(vc, PacketDescriptor.ACK, PLAIN);
            }
        }));
        LocalModule origin = network.addProcess(upcalls((vc, type, status) -> completion.acknowledged()));
        VirtualConnection vc = origin.connect(0, target.init());
        for (int i = 0; i < OPERATIONS; i++) {
            send(vc, PacketDescriptor.ACTIVE_MESSAGE, completion.issue() ? ASKING : PLAIN);
        }
        if (completion.flush()) {
            send(vc, PacketDescriptor.ACTIVE_MESSAGE, ONLY_ASKING);
        }
        while (!completion.isComplete()) {
            target.poll(PollDirection.IN_FIRST, 1);
            origin.poll(PollDirection.IN_FIRST, 1);
        }
        assertEquals(OPERATIONS, applied);
        assertEquals(isOrdered ? 1 : OPERATIONS, network.packets().of(PacketDescriptor.ACK));
        assertEquals(OPERATIONS + (isOrdered ? 1 : 0), network.packets().of(PacketDescriptor.ACTIVE_MESSAGE));
    }

    @Test
    void nothingIssuedNeedsNoRequestAndMayNotBeAnswered() {
        RemoteCompletion completion = new RemoteCompletion(true);
        assertFalse(completion.flush());
        assertTrue(completion.isComplete());
        assertThrows(IllegalStateException.class, completion::acknowledged);
    }
}
