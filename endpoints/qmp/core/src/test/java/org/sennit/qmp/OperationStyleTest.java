package org.sennit.qmp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.qmp.ChannelCalls.DEFAULT_PRIORITY;
import static org.sennit.qmp.ChannelCalls.MINUS;
import static org.sennit.qmp.ChannelCalls.PLUS;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Programs in the object style, and what belongs to a handle beside its start. */
@Core
@Deadline(seconds = 30)
class OperationStyleTest {
    /** The sets of a list lie in buffers of their own: 2 blocks of 4 bytes, 8 apart, and one of 8 bytes. */
    @Test
    void aListOfSetsGoesToANodeThatIsNoNeighbor() {
        Nodes.run(3, qmp -> {
            int node = qmp.getNodeNumber();
            int[] first = {node, -1, node + 10};
            long[] second = {node + 20L};
            MessageMemory out = new MessageMemory(
                    qmp, new Object[] {first, second}, new long[] {4, 8}, new int[] {2, 1}, new long[] {8, 8});
            assertEquals(16, out.sizeBytes());
            int[] in = new int[4];
            SingleOperation send = new SingleOperation(qmp);
            assertEquals(QmpStatus.SUCCESS, send.declareSend(out, (node + 1) % 3, DEFAULT_PRIORITY));
            SingleOperation receive = new SingleOperation(qmp);
            int from = (node + 2) % 3;
            assertEquals(
                    QmpStatus.SUCCESS, receive.declareReceive(new MessageMemory(qmp, in, 16), from, DEFAULT_PRIORITY));
            assertEquals(QmpStatus.SUCCESS, receive.start());
            assertEquals(QmpStatus.SUCCESS, send.start());
            assertEquals(QmpStatus.SUCCESS, MessageOperation.awaitAll(new MessageOperation[] {send, receive}, 2));
            assertArrayEquals(new int[] {from, from + 10, from + 20, 0}, in);
            assertArrayEquals(new int[] {node, -1, node + 10}, first);
            send.free();
            receive.free();
        });
    }

    @Test
    void operationsAreDeclaredStartedAndJoined() {
        Nodes.run(3, qmp -> {
            qmp.declareLogicalTopology(new int[] {3}, 1);
            AlignedMemory out = new AlignedMemory(qmp, 8, 8192, Qmp.MEM_DEFAULT);
            assertEquals(0, out.getBuffer().address() % 8192);
            AlignedMemory in = new AlignedMemory(qmp, 16);
            out.getBuffer().set(ValueLayout.JAVA_LONG, 0, qmp.getNodeNumber());
            SingleOperation send = new SingleOperation(qmp);
            assertEquals(QmpStatus.BAD_MESSAGE, send.start());
            MessageMemory sent = new MessageMemory(qmp, out);
            assertEquals(QmpStatus.NONEIGHBOR_INFO, send.declareSend(sent, 1, PLUS, DEFAULT_PRIORITY));
            assertEquals(QmpStatus.SUCCESS, send.declareSend(sent, 0, PLUS, DEFAULT_PRIORITY));
            assertEquals(QmpStatus.INVALID_OP, send.declareSend(sent, 0, MINUS, DEFAULT_PRIORITY));
            SingleOperation receive = new SingleOperation(qmp);
            receive.declareReceive(new MessageMemory(qmp, in, 4, 2, 8), 0, MINUS, DEFAULT_PRIORITY);
            MultiOperation both = new MultiOperation(qmp, send, receive);
            for (int round = 0; round < 3; round++) {
                assertEquals(QmpStatus.SUCCESS, both.start());
                assertEquals(QmpStatus.SUCCESS, MessageOperation.awaitAll(new MessageOperation[] {both}, 1));
                assertTrue(both.isComplete());
            }
            assertEquals((qmp.getNodeNumber() + 2) % 3, in.getBuffer().get(ValueLayout.JAVA_INT, 0));
            assertEquals(0, in.getBuffer().get(ValueLayout.JAVA_INT, 8));
            assertEquals(QmpStatus.BAD_MESSAGE, send.start(), "it is consumed");
            assertEquals(QmpStatus.BAD_MESSAGE, send.getErrorNumber());
            assertFalse(send.getErrorString().isEmpty());
            both.free();
            out.close();
            out.close();
            SennitException thrown = assertThrows(SennitException.class, () -> new MessageMemory(qmp, out));
            assertEquals(ErrorClass.BUFFER, thrown.errorClass());
            assertEquals(QmpStatus.BAD_MESSAGE, new MultiOperation(qmp, both).start());
        });
    }

    @Test
    void aHandleMayUseOtherMemory() {
        Nodes.run(1, qmp -> {
            int[] in = new int[4];
            MessageHandle[] parts = {
                qmp.declareSendTo(qmp.declareStridedMsgmem(new int[] {1, 0, 2}, 4, 2, 8), 0, 0),
                qmp.declareReceiveFrom(qmp.declareMsgmem(in, 8, 8), 0, 0)
            };
            MessageHandle both = qmp.declareMultiple(parts, 2);
            run(qmp, both);
            assertArrayEquals(new int[] {0, 0, 1, 2}, in);
            int[] other = new int[4];
            Object[] addresses = {new int[] {7, 0, 8}, other};
            assertEquals(QmpStatus.MEMSIZE_TOOBIG, qmp.changeAddressMultiple(both, new Object[] {in, new int[3]}, 2));
            Object[] lastIsRefused = {
                new int[] {9, 0, 9}, MemorySegment.ofArray(other).asReadOnly()
            };
            assertEquals(QmpStatus.BAD_MEMORY, qmp.changeAddressMultiple(both, lastIsRefused, 2));
            run(qmp, both);
            assertArrayEquals(new int[] {0, 0, 1, 2}, in);
            assertEquals(QmpStatus.INVALID_OP, qmp.changeAddress(both, other));
            assertEquals(QmpStatus.SUCCESS, qmp.changeAddressMultiple(both, addresses, 2));
            run(qmp, both);
            assertArrayEquals(new int[] {0, 0, 7, 8}, other);
            assertArrayEquals(new int[] {0, 0, 1, 2}, in);
            MessageHandle one = qmp.declareReceiveFrom(qmp.declareMsgmem(in, 8), 0, 0);
            qmp.start(one);
            assertEquals(QmpStatus.INVALID_OP, qmp.changeAddress(one, other));
            MessageHandle send = qmp.declareSendTo(qmp.declareMsgmem(other, 8), 0, 0);
            assertEquals(QmpStatus.SUCCESS, qmp.changeAddress(send, new int[] {5, 6}));
            run(qmp, send);
            qmp.await(one);
            assertArrayEquals(new int[] {5, 6, 1, 2}, in);
        });
    }

    @Test
    void aMultipleThatIsLateNamesTheChannelsThatAreSilent() {
        Nodes.run(2, qmp -> {
            int other = 1 - qmp.getNodeNumber();
            byte[] in = new byte[16];
            MessageHandle early = qmp.declareReceiveFrom(qmp.declareMsgmem(in, 8), other, 0);
            MessageHandle late = qmp.declareReceiveFrom(qmp.declareMsgmem(in, 8, 4), other, 0);
            MessageHandle both = qmp.declareMultiple(new MessageHandle[] {early, late}, 2);
            MessageHandle first =
                    qmp.declareSendTo(qmp.declareMsgmem(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, 8), other, 0);
            MessageHandle second = qmp.declareSendTo(qmp.declareMsgmem(new byte[] {9, 9, 9, 9}, 4), other, 0);
            qmp.start(both);
            run(qmp, first);
            qmp.barrier(); // the first message is there
            qmp.setTimeout(1);
            assertEquals(QmpStatus.TIMEOUT, qmp.await(both));
            String text = qmp.getErrorString(both);
            assertTrue(text.contains("of 4 bytes"), text);
            qmp.setTimeout(TimeUnit.MINUTES.toNanos(10));
            qmp.barrier(); // nothing is sent before each wait has ended
            run(qmp, second);
            assertEquals(QmpStatus.SUCCESS, qmp.await(both));
            assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 0, 0, 0, 0}, in);
        });
    }

    @Test
    void theNativeGeometryIsTheGridOfTheJob() {
        Options grid = Options.of(new Properties(), Map.of()).with(JobOptions.GRID, "2x3", "test");
        Job.run(6, grid, endpoint -> {
            assertArrayEquals(new int[] {2, 3}, endpoint.grid());
            Qmp qmp = Qmp.of(endpoint, "-qmp-geom", "native");
            assertArrayEquals(new int[] {2, 3}, qmp.getAllocatedDimensions());
            int rank = endpoint.world().rank();
            assertArrayEquals(new int[] {rank / 3, rank % 3}, qmp.getAllocatedCoordinates());
            qmp.finalizeMsgPassing();
            Qmp asGiven = Qmp.of(endpoint);
            assertEquals(InterconnectType.GRID, asGiven.getMsgPassingType());
            assertArrayEquals(new int[] {rank / 3, rank % 3}, asGiven.getLogicalCoordinates());
            assertTrue(asGiven.layoutGrid(new int[] {6, 2, 5}, 3));
            assertArrayEquals(
                    new int[] {3, 2, 1}, asGiven.getLogicalDimensions(), "the grid with its axes in another order");
            asGiven.finalizeMsgPassing();
            Communicator half = endpoint.world().split(rank / 3, 0);
            Qmp ofHalf = Qmp.of(half);
            assertEquals(InterconnectType.SWITCH, ofHalf.getMsgPassingType(), "the grid is of other nodes");
            ofHalf.finalizeMsgPassing();
            half.close();
        });
        Nodes.run(2, qmp -> assertEquals(0, qmp.getAllocatedNumberOfDimensions()), "-qmp-geom", "native");
    }

    @Test
    void aWaitForSeveralOperationsHasOneLimit() {
        Nodes.run(1, qmp -> {
            SingleOperation silent = new SingleOperation(qmp);
            silent.declareReceive(new MessageMemory(qmp, new byte[8], 8), 0);
            SingleOperation send = new SingleOperation(qmp);
            send.declareSend(new MessageMemory(qmp, new byte[8], 4, 2, 2, 2), 0);
            silent.start();
            MessageOperation[] all = {silent, send, null};
            qmp.setTimeout(1);
            assertEquals(QmpStatus.TIMEOUT, MessageOperation.awaitAll(all, 2));
            qmp.setTimeout(TimeUnit.MINUTES.toNanos(10));
            send.start();
            assertEquals(QmpStatus.BAD_MESSAGE, MessageOperation.awaitAll(all, 3));
            assertEquals(QmpStatus.INVALID_ARG, MessageOperation.awaitAll(all, 4));
            assertTrue(silent.isComplete());
            assertEquals(QmpStatus.SUCCESS, silent.getErrorNumber());
            AlignedMemory aligned = new AlignedMemory(qmp, 24, 128);
            assertEquals(0, aligned.getBuffer().address() % 128);
            aligned.close();
        });
    }

    private static void run(Qmp qmp, MessageHandle handle) {
        assertEquals(QmpStatus.SUCCESS, qmp.start(handle));
        assertEquals(QmpStatus.SUCCESS, qmp.await(handle));
    }

    @Test
    void aReceiveMayBeClearToSendBeforeItsStart() {
        Nodes.run(2, qmp -> {
            int other = 1 - qmp.getNodeNumber();
            byte[] in = new byte[100_000];
            byte[] out = new byte[in.length];
            out[in.length - 1] = 9;
            MessageHandle receive = qmp.declareReceiveFrom(qmp.declareMsgmem(in, in.length), other, 0);
            MessageHandle send = qmp.declareSendTo(qmp.declareMsgmem(out, in.length), other, 0);
            for (int round = 0; round < 3; round++) {
                assertEquals(QmpStatus.SUCCESS, qmp.clearToSend(receive, ClearToSend.READY));
                assertEquals(QmpStatus.SUCCESS, qmp.clearToSend(receive, ClearToSend.READY));
                assertEquals(QmpStatus.INVALID_OP, qmp.clearToSend(receive, ClearToSend.NOT_READY));
                qmp.freeMsghandle(receive);
                assertEquals(QmpStatus.INVALID_OP, qmp.getErrorNumber(receive));
                run(qmp, send);
                run(qmp, receive);
                assertEquals(9, in[in.length - 1]);
                in[in.length - 1] = 0;
                assertEquals(QmpStatus.SUCCESS, qmp.clearToSend(receive, ClearToSend.NOT_READY));
                qmp.barrier();
            }
            assertEquals(QmpStatus.INVALID_ARG, qmp.clearToSend(receive, null));
        });
    }
}
