package org.sennit.conformance.random;

import static org.sennit.Communicator.ANY_TAG;
import static org.sennit.Communicator.NULL_PROCESS;

import java.util.Arrays;
import org.sennit.Communicator;
import org.sennit.MatchedMessage;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.Status;
import org.sennit.testkit.SeededRandom;

/** Messages to and from the null process: nothing happens, at once, and the status says so. (MPI 4.1, section 3.10) */
final class NullProcessPhase {
    private static final byte UNTOUCHED = 7;

    private NullProcessPhase() {}

    static void run(Communicator world, SeededRandom random) {
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            byte[] memory = new byte[random.nextInt(300)];
            Arrays.fill(memory, UNTOUCHED);
            Status status = new Status().set(1, 2, 3, true);
            call(random.nextInt(9), world, memory, status);
            if (status.source() != NULL_PROCESS
                    || status.tag() != ANY_TAG
                    || status.countBytes() != 0
                    || status.isCancelled()) {
                throw new AssertionError("from the null process: " + status);
            }
            for (byte each : memory) {
                if (each != UNTOUCHED) {
                    throw new AssertionError("the null process has written");
                }
            }
        }
    }

    private static void call(int which, Communicator world, byte[] memory, Status status) {
        switch (which) {
            case 0 -> {
                world.send(memory, NULL_PROCESS, 1);
                world.receive(memory, NULL_PROCESS, 1, status);
            }
            case 1 -> {
                world.nonblocking().sendSynchronous(memory, NULL_PROCESS, 1).await();
                world.nonblocking().receive(memory, NULL_PROCESS, ANY_TAG).await(status);
            }
            case 2 -> again(world.persistent().receive(memory, NULL_PROCESS, 1), status);
            case 3 -> {
                again(world.persistent().send(memory, NULL_PROCESS, 1), new Status());
                world.probe(NULL_PROCESS, ANY_TAG);
                if (!world.nonblocking().probe(NULL_PROCESS, 3, status)) {
                    throw new AssertionError("a probe of the null process finds nothing");
                }
            }
            case 4 -> {
                MatchedMessage message = world.nonblocking().probeMatched(NULL_PROCESS, ANY_TAG);
                message.receive(memory, DataLayout.BYTE, status);
            }
            case 5 -> world.sendReceive(memory.clone(), NULL_PROCESS, 1, memory, NULL_PROCESS, 1, status);
            case 6 -> world.sendReceiveReplace(memory, NULL_PROCESS, 1, NULL_PROCESS, 1, status);
            case 7 ->
                world.nonblocking().sendSynchronous(memory, NULL_PROCESS, 1).await(status);
            default -> {
                Request both = world.nonblocking().sendReceiveReplace(memory, NULL_PROCESS, 1, NULL_PROCESS, 1);
                both.await(status);
            }
        }
    }

    private static void again(Request persistent, Status status) {
        for (int i = 0; i < 2; i++) {
            persistent.start();
            persistent.await(status);
        }
        persistent.free();
    }
}
