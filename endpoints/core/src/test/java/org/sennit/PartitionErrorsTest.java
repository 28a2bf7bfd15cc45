package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.device.observation.CallStep;
import org.sennit.internal.endpoints.device.observation.DeviceObserver;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.DataLayout;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Partitioned messages between processes after an Error of the JVM, such as one for a lack of memory. */
@Deadline(seconds = 30)
@Core
class PartitionErrorsTest {
    private static final int TAG = 4;
    private static final int PARTITIONS = 3;
    private static final OutOfMemoryError LACK = new OutOfMemoryError("as planned");

    private static int[] values(int epoch) {
        int[] values = new int[PARTITIONS];
        Arrays.setAll(values, i -> 10 * epoch + i);
        return values;
    }

    @Test
    void aPartitionThatCouldNotBeSentIsReadiedAgain() {
        LocalNetwork network = new LocalNetwork(3, true, _ -> null);
        InProcessJob job = new InProcessJob(network, 2, 1, Options.fromEnvironment());
        job.run(endpoint -> {
            Communicator world = endpoint.world();
            int[] memory = new int[PARTITIONS];
            if (world.rank() == 1) {
                PartitionedReceive receive =
                        world.persistent().receivePartitioned(memory, PARTITIONS, DataLayout.INT.count(1), 0, TAG);
                for (int epoch = 1; epoch <= 2; epoch++) {
                    receive.start();
                    receive.await();
                    assertArrayEquals(values(epoch), memory);
                }
                return;
            }
            PartitionedSend send =
                    world.persistent().sendPartitioned(memory, PARTITIONS, DataLayout.INT.count(1), 1, TAG);
            for (int epoch = 1; epoch <= 2; epoch++) {
                System.arraycopy(values(epoch), 0, memory, 0, PARTITIONS);
                send.start();
                for (int i = 0; i < PARTITIONS; i++) {
                    int partition = i;
                    job.module(0).failNext(LACK);
                    assertSame(LACK, assertThrows(OutOfMemoryError.class, () -> send.ready(partition)));
                    send.ready(partition);
                }
                send.await();
            }
        });
    }

    @Test
    void receivesThatCouldNotBePostedAreInTheNextWait() {
        Lack lack = new Lack();
        LocalNetwork network = new LocalNetwork(3, true, _ -> null);
        new InProcessJob(network, 2, 1, Options.fromEnvironment(), _ -> lack).run(endpoint -> {
            Communicator world = endpoint.world();
            int[] memory = new int[PARTITIONS];
            if (world.rank() == 0) {
                PartitionedSend send =
                        world.persistent().sendPartitioned(memory, PARTITIONS, DataLayout.INT.count(1), 1, TAG);
                for (int epoch = 1; epoch <= 3; epoch++) {
                    world.receive(new int[1], 1, TAG);
                    System.arraycopy(values(epoch), 0, memory, 0, PARTITIONS);
                    send.start();
                    send.readyRange(0, PARTITIONS - 1);
                    send.await();
                }
                return;
            }
            lack.context = ((CommunicatorHandle) world).context().partitionDataContextId();
            PartitionedReceive receive =
                    world.persistent().receivePartitioned(memory, PARTITIONS, DataLayout.INT.count(1), 0, TAG);
            lack.left = 2; // the match comes during the wait
            receive.start();
            assertSame(LACK, assertThrows(OutOfMemoryError.class, receive::await));
            for (int epoch = 1; epoch <= 3; epoch++) {
                world.send(new int[1], 0, TAG);
                receive.await();
                assertArrayEquals(values(epoch), memory);
                if (epoch < 3) {
                    lack.left = epoch;
                    assertSame(LACK, assertThrows(OutOfMemoryError.class, receive::start));
                }
            }
        });
    }

    /** Throws when a number of receives of partitions have been posted. */
    private static final class Lack implements DeviceObserver {
        private volatile int context = -1;
        private volatile int left; // 0: does not throw

        @Override
        public void posts(ReceiveRequest receive) {
            if (receive.contextId() == context && left > 0 && --left == 0) {
                throw LACK;
            }
        }

        @Override
        public void stepBegins(CallStep step, long bytes) {}

        @Override
        public void stepEnds() {}

        @Override
        public void sends(OutgoingMessage message, MessageProtocol protocol) {}

        @Override
        public void takesBack(ReceiveRequest receive) {}

        @Override
        public void matches(ReceiveRequest receive, int source, int tag, long lengthBytes, MessageProtocol protocol) {}
    }
}
