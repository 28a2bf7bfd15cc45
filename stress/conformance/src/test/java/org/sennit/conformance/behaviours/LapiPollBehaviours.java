package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sennit.conformance.behaviours.LapiTasks.TARGET;
import static org.sennit.conformance.behaviours.LapiTasks.behaviour;
import static org.sennit.conformance.behaviours.LapiTasks.refused;

import java.util.List;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiStatus;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.MessageInfo;
import org.sennit.lapi.MessageState;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RmwOperation;
import org.sennit.lapi.XferCommand;

/** What LAPI's Msgpoll says of the messages that have ended. */
final class LapiPollBehaviours {
    private static final int[] LENGTHS = {8, 300, 70_000, 3_000_000};

    private LapiPollBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("150 messagesEndAtBothSides", LapiPollBehaviours::messages),
                behaviour("150 oneSidedOperationsEndAtBothSides", LapiPollBehaviours::oneSided),
                behaviour("150 aMessageToItselfIsBoth", LapiPollBehaviours::toItself),
                behaviour("150 oneThreadPollsAtATime", LapiPollBehaviours::twoThreads));
    }

    /** Polls until a message has ended at the side that a state names, or at both. */
    private static void await(Lapi lapi, MessageState wanted) {
        MessageInfo info = new MessageInfo();
        while (info.state() != wanted && info.state() != MessageState.BOTH_COMPLETE) {
            lapi.msgpoll(100, info);
        }
    }

    private static void assertNothing(Lapi lapi) {
        MessageInfo info = new MessageInfo();
        lapi.msgpoll(3, info);
        assertEquals(MessageState.DISP_CNTR, info.state());
    }

    /** Counters have moved when the call returns. */
    private static void messages(LapiTasks task) {
        Lapi lapi = task.lapi;
        byte[] in = new byte[3_000_000];
        int handler = lapi.registerHandler(message -> LapiVector.of(in, message.sizeBytes()));
        refused(LapiStatus.MSG_INFO_NULL, () -> lapi.msgpoll(1, null));
        for (int length : LENGTHS) {
            assertNothing(lapi);
            task.world.barrier();
            if (task.isOrigin()) {
                lapi.amsend(
                        TARGET, handler, null, 0, new byte[length], length, task.targets[TARGET], task.origin, null);
                await(lapi, MessageState.SEND_COMPLETE);
                assertEquals(1, lapi.getcntr(task.origin));
                lapi.waitcntr(task.origin, 1);
            } else if (task.isTarget()) {
                await(lapi, MessageState.RECV_COMPLETE);
                assertEquals(1, lapi.getcntr(task.target));
                lapi.waitcntr(task.target, 1);
            }
            task.world.barrier();
        }
        assertNothing(lapi);
    }

    private static void oneSided(LapiTasks task) {
        Lapi lapi = task.lapi;
        long[] memory = new long[1];
        long[] here = new long[1];
        RemoteAddress there = lapi.addressInit(lapi.register(memory))[TARGET];
        List<Runnable> operations = List.of(
                () -> lapi.put(TARGET, 8, there, here, task.targets[TARGET], task.origin, null),
                () -> lapi.get(TARGET, 8, there, here, task.targets[TARGET], task.origin),
                () -> lapi.rmw64(RmwOperation.SWAP, TARGET, there, here, null, task.origin));
        for (int each = 0; each < operations.size(); each++) {
            boolean isPut = each == 0;
            if (task.isOrigin()) {
                operations.get(each).run();
                do { // other messages of the library may have ended before
                    await(lapi, isPut ? MessageState.SEND_COMPLETE : MessageState.RECV_COMPLETE);
                } while (lapi.getcntr(task.origin) == 0);
                lapi.waitcntr(task.origin, 1);
            } else if (task.isTarget()) {
                int moved = each == 2 ? 0 : 1; // a read-modify-write has no target counter
                do {
                    await(lapi, isPut ? MessageState.RECV_COMPLETE : MessageState.SEND_COMPLETE);
                } while (lapi.getcntr(task.target) < moved);
                lapi.waitcntr(task.target, moved);
            }
            lapi.gfence();
            lapi.msgpoll(0, new MessageInfo()); // what other messages leave
            task.world.barrier();
        }
    }

    private static void toItself(LapiTasks task) {
        Lapi lapi = task.lapi;
        int me = task.world.rank();
        int handler = lapi.registerHandler(message -> null);
        MessageInfo info = new MessageInfo();
        for (int i = 0; i < 10; i++) {
            lapi.xfer(new XferCommand.AmLw(me, handler, null, 0, null, 0));
            lapi.msgpoll(0, info);
            assertEquals(MessageState.BOTH_COMPLETE, info.state());
            assertNothing(lapi);
        }
    }

    /** A completion handler finds the thread of its task in the call, which ends when the handler has returned. */
    private static void twoThreads(LapiTasks task) {
        Lapi lapi = task.lapi;
        int me = task.world.rank();
        int handler = lapi.registerHandler(message -> {
            message.setCompletionHandler(
                    (handle, info) -> {
                        MessageInfo found = new MessageInfo();
                        while (found.state() != MessageState.POLLING_NET) {
                            Thread.yield();
                            handle.msgpoll(0, found);
                        }
                    },
                    null);
            return null;
        });
        MessageInfo info = new MessageInfo();
        lapi.amsend(me, handler, null, 0, null, 0, task.targets[me], null, null);
        while (info.state() != MessageState.RECV_COMPLETE && info.state() != MessageState.BOTH_COMPLETE) {
            lapi.msgpoll(Integer.MAX_VALUE, info);
        }
        lapi.waitcntr(task.target, 1);
    }
}
