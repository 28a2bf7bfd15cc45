package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.qmp.AlignedMemory;
import org.sennit.qmp.ChannelCalls;
import org.sennit.qmp.MessageHandle;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpStatus;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * Starting QMP's declared channels between two JVMs, and waiting for them, allocates nothing once it is warm: both
 * faces of a lattice of matrices at once, below and above the eager limit, side by side and strided.
 */
@Deadline(seconds = 300)
@Behaviours(144)
class QmpAllocationTest {
    private static final int LINK_BYTES = 18 * Double.BYTES; // a matrix of 3 x 3 complex numbers
    private static final int FEW = 8; // links of a face
    private static final int MANY = 512;
    private static final List<String> MEASUREMENTS = List.of("8 false", "8 true", "512 false", "512 true");

    /** Two nodes exchange faces of both sizes and both kinds. */
    static final class Program {
        private static final int STEPS = 100;

        private Program() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                Qmp qmp = Qmp.of(endpoint);
                assertTrue(qmp.declareLogicalTopology(new int[] {2}, 1));
                for (int links : new int[] {FEW, MANY}) {
                    for (boolean isStrided : new boolean[] {false, true}) {
                        exchange(endpoint.world(), qmp, links, isStrided);
                        TwoJvms.passed(links + " " + isStrided);
                    }
                }
                qmp.finalizeMsgPassing();
            });
        }

        private static void exchange(Communicator world, Qmp qmp, int links, boolean isStrided) {
            int stride = isStrided ? 2 * LINK_BYTES : LINK_BYTES;
            AlignedMemory lattice = qmp.allocateMemory(2L * links * stride);
            AlignedMemory ghosts = qmp.allocateMemory(2L * links * LINK_BYTES);
            MessageHandle[] parts = new MessageHandle[4];
            for (int side = 0; side < 2; side++) {
                int sign = side == 0 ? ChannelCalls.MINUS : ChannelCalls.PLUS;
                parts[side] = qmp.declareSendRelative(
                        qmp.declareStridedMsgmem(lattice, (long) side * links * stride, LINK_BYTES, links, stride),
                        0,
                        sign,
                        0);
                parts[2 + side] = qmp.declareReceiveRelative(
                        qmp.declareMsgmem(ghosts, (long) side * links * LINK_BYTES, links * LINK_BYTES), 0, sign, 0);
            }
            MessageHandle halo = qmp.declareMultiple(parts, parts.length);
            SteadyState.await(world, STEPS, 0, () -> {
                qmp.start(halo);
                assertEquals(QmpStatus.SUCCESS, qmp.await(halo));
            });
            qmp.freeMsghandle(halo);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {NetworkOptions.TCP, NetworkOptions.MAPPED})
    @Tag("stress")
    void channelsBetweenTwoJvmsAllocateNothing(String module) {
        TwoJvms.run(Program.class, module, MEASUREMENTS);
    }
}
