package org.sennit.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

@Core
@Deadline(seconds = 30)
class MisuseTest {
    @Test
    void codesHaveTheirNumbersAndTexts() {
        assertEquals(0, QmpStatus.SUCCESS.code());
        assertEquals(0x1001, QmpStatus.ERROR.code());
        assertEquals(0x100A, QmpStatus.TOPOLOGY_EXISTS.code());
        assertEquals(0x1015, QmpStatus.NODE_OUTRANGE.code());
        assertEquals(0x1019, QmpStatus.TIMEOUT.code());
        for (QmpStatus status : QmpStatus.values()) {
            assertSame(status, QmpStatus.of(status.code()));
            assertEquals(status == QmpStatus.SUCCESS ? 0 : 0x1000 + status.ordinal(), status.code());
            assertFalse(Qmp.errorString(status).isEmpty());
        }
        assertNull(QmpStatus.of(1));
    }

    @Test
    void wrongMemoryIsRefused() {
        Nodes.run(1, qmp -> {
            refused(qmp, QmpStatus.BAD_MEMORY, qmp.declareMsgmem(null, 8));
            refused(qmp, QmpStatus.BAD_MEMORY, qmp.declareMsgmem("text", 1));
            refused(qmp, QmpStatus.MEMSIZE_ERR, qmp.declareMsgmem(new byte[8], -1));
            refused(qmp, QmpStatus.MEMSIZE_TOOBIG, qmp.declareMsgmem(new int[2], 9));
            refused(qmp, QmpStatus.MEMSIZE_TOOBIG, qmp.declareMsgmem(new int[2], -1, 4));
            refused(qmp, QmpStatus.MEMSIZE_ERR, qmp.declareStridedMsgmem(new int[2], 4, -1, 4));
            refused(qmp, QmpStatus.MEMSIZE_TOOBIG, qmp.declareStridedMsgmem(new int[8], 4, 2, -4));
            refused(qmp, QmpStatus.INVALID_ARG, qmp.declareStridedArrayMsgmem(null, null, null, null));
            refused(qmp, QmpStatus.MEMSIZE_ERR, qmp.allocateMemory(-1));
            refused(qmp, QmpStatus.MEMSIZE_ERR, qmp.allocateAlignedMemory(8, 3, Qmp.MEM_DEFAULT));
            refused(qmp, QmpStatus.INVALID_ARG, qmp.allocateAlignedMemory(8, 64, 8));
            MessageMemory empty = qmp.declareMsgmem(new byte[0], 0);
            assertNotNull(qmp.declareSendTo(empty, 0, 0), "no bytes are a message too");
            refused(qmp, QmpStatus.INVALID_ARG, qmp.declareSendTo(empty, 0, -1));
        });
    }

    private static void fails(ErrorClass expected, Executable call) {
        assertEquals(expected, assertThrows(SennitException.class, call).errorClass());
    }

    @Test
    void constructorsOfMemoryThrowWhatIsWrong() {
        Nodes.run(1, qmp -> {
            fails(ErrorClass.COUNT, () -> new AlignedMemory(qmp, -1));
            fails(ErrorClass.COUNT, () -> new AlignedMemory(qmp, 8, 3));
            fails(ErrorClass.ARG, () -> new AlignedMemory(qmp, 8, 64, 8));
            fails(ErrorClass.NO_MEM, () -> new AlignedMemory(qmp, 1L << 50));
        });
    }

    @Test
    void aWrongArgumentKeepsTheNodeFromBeginning() {
        fails(ErrorClass.ARG, () -> Qmp.initMsgPassing(new String[] {"-qmp-geom", "two"}, QmpThreadLevel.SINGLE));
    }

    private static void refused(Qmp qmp, QmpStatus wanted, Object made) {
        assertNull(made);
        assertEquals(wanted, qmp.getErrorNumber(null), qmp.getErrorString(null));
        assertNotNull(qmp.declareMsgmem(new byte[1], 1));
        assertEquals(QmpStatus.SUCCESS, qmp.getErrorNumber(null), "a declaration that succeeds sets it back");
    }

    @Test
    void freedMemoryIsRefused() {
        Nodes.run(1, qmp -> {
            AlignedMemory bytes = qmp.allocateMemory(64);
            MessageMemory memory = qmp.declareMsgmem(bytes, 64);
            MessageHandle send = qmp.declareSendTo(memory, 0, 0);
            qmp.freeMsgmem(memory);
            assertEquals(QmpStatus.MEMUSED_ERR, qmp.getErrorNumber(null));
            qmp.freeMemory(bytes);
            assertNull(qmp.getMemoryPointer(bytes));
            assertEquals(QmpStatus.BAD_MEMORY, qmp.start(send));
            assertEquals(QmpStatus.BAD_MEMORY, qmp.getErrorNumber(send));
            qmp.freeMsghandle(send);
            qmp.freeMsgmem(memory);
            refused(qmp, QmpStatus.BAD_MEMORY, qmp.declareSendTo(memory, 0, 0));
            qmp.freeMsgmem(memory);
            qmp.freeMsgmem(null);
            qmp.freeMsghandle(send);
            qmp.freeMsghandle(null);
            qmp.freeMemory(null);
        });
    }

    @Test
    void freedMemoryIsRefusedAmongSeveralBuffersToo() {
        Nodes.run(1, qmp -> {
            AlignedMemory one = qmp.allocateMemory(64);
            MessageMemory memory = qmp.declareStridedArrayMsgmem(
                    new Object[] {one, new byte[8]}, new long[] {8, 8}, new int[] {1, 1}, new long[] {8, 8});
            MessageHandle send = qmp.declareSendTo(memory, 0, 0);
            MessageHandle receive = qmp.declareReceiveFrom(memory, 0, 0);
            qmp.start(receive);
            qmp.freeMemory(one);
            assertEquals(QmpStatus.BAD_MEMORY, qmp.start(send));
            run(qmp, qmp.declareSendTo(qmp.declareMsgmem(new byte[16], 16), 0, 0));
            assertEquals(QmpStatus.BAD_MEMORY, qmp.await(receive));
        });
    }

    private static void run(Qmp qmp, MessageHandle handle) {
        assertEquals(QmpStatus.SUCCESS, qmp.start(handle));
        assertEquals(QmpStatus.SUCCESS, qmp.await(handle));
    }

    @Test
    void theErrorOfAHandleIsOverWhenItIsStartedAgain() {
        Nodes.run(1, qmp -> {
            byte[] in = new byte[8];
            MessageHandle receive = qmp.declareReceiveFrom(qmp.declareMsgmem(in, 8), 0, 0);
            MessageHandle tooLong = qmp.declareSendTo(qmp.declareMsgmem(new byte[9], 9), 0, 0);
            MessageHandle send = qmp.declareSendTo(qmp.declareMsgmem(new byte[8], 8), 0, 0);
            qmp.start(receive);
            qmp.start(tooLong);
            assertEquals(QmpStatus.BAD_MESSAGE, qmp.await(receive));
            qmp.await(tooLong);
            assertEquals(QmpStatus.BAD_MESSAGE, qmp.getErrorNumber(receive));
            qmp.start(receive);
            assertEquals(QmpStatus.SUCCESS, qmp.getErrorNumber(receive), qmp.getErrorString(receive));
            qmp.setTimeout(0);
            assertEquals(QmpStatus.TIMEOUT, qmp.await(receive));
            assertEquals(QmpStatus.TIMEOUT, qmp.getErrorNumber(receive));
            qmp.setTimeout(TimeUnit.MINUTES.toNanos(1));
            run(qmp, send);
            assertEquals(QmpStatus.SUCCESS, qmp.await(receive));
            assertEquals(QmpStatus.SUCCESS, qmp.getErrorNumber(receive), qmp.getErrorString(receive));
            assertEquals(QmpStatus.SUCCESS.text(), qmp.getErrorString(receive));
        });
    }

    @Test
    void aMessageThatIsTooLongIsAnErrorOfTheReceive() {
        Nodes.run(1, qmp -> {
            byte[] in = new byte[8];
            MessageHandle send = qmp.declareSendTo(qmp.declareMsgmem(new byte[16], 16), 0, 0);
            MessageHandle receive = qmp.declareReceiveFrom(qmp.declareMsgmem(in, 8), 0, 0);
            qmp.start(receive);
            qmp.start(send);
            assertEquals(QmpStatus.BAD_MESSAGE, qmp.await(receive));
            assertEquals(QmpStatus.SUCCESS, qmp.await(send));
            assertTrue(qmp.getErrorString(receive).contains("8"), qmp.getErrorString(receive));
            assertEquals(QmpStatus.SUCCESS, qmp.await(receive), "it is idle again");
        });
    }

    @Test
    void nothingWorksAfterTheEnd() {
        Nodes.run(2, qmp -> {
            MessageMemory memory = qmp.declareMsgmem(new byte[8], 8);
            MessageHandle send = qmp.declareSendTo(memory, 0, 0);
            qmp.finalizeMsgPassing();
            assertFalse(qmp.isInitialized());
            assertEquals(QmpStatus.NOT_INITED, qmp.barrier());
            assertEquals(QmpStatus.NOT_INITED, qmp.start(send));
            assertNull(qmp.declareSendTo(memory, 0, 0));
            assertFalse(qmp.layoutGrid(new int[] {2}, 1));
            assertEquals(QmpStatus.NOT_INITED, qmp.getErrorNumber(null));
        });
    }

    @Test
    void wrongOptionsAreOneClearError() {
        for (String wrong : new String[] {
            "-qmp-geom 3",
            "-qmp-geom x",
            "-qmp-job 3",
            "-qmp-nmpi 3",
            "-qmp-logic-map 0 2",
            "-qmp-color red",
            "-qmp-geom 2 -qmp-alloc-map 1 0",
            "-qmp-alloc-map 1 0"
        }) {
            SennitException thrown =
                    assertThrows(SennitException.class, () -> Nodes.run(2, qmp -> {}, wrong.split(" ")), wrong);
            SennitException cause = (SennitException) thrown.getCause();
            assertEquals(ErrorClass.ARG, cause.errorClass());
            assertTrue(cause.getMessage().startsWith("argument -qmp-"), cause.getMessage());
        }
    }

    @Test
    void anOrderOfOtherAxesIsRefusedWhenTheTopologyIsDeclared() {
        Nodes.run(
                2,
                qmp -> {
                    assertFalse(qmp.layoutGrid(new int[] {2, 2, 2}, 3));
                    assertEquals(QmpStatus.INVALID_ARG, qmp.getErrorNumber(null));
                    assertTrue(qmp.getErrorString(null).contains("-qmp-logic-map"), qmp.getErrorString(null));
                    assertTrue(qmp.layoutGrid(new int[] {2, 2}, 2));
                },
                "-qmp-logic-map",
                "1",
                "0");
    }

    @Test
    void theNumberOfNodesIsOneNumber() {
        CommandLine line = CommandLine.parse("-qmp-nmpi", "4", "8", "16");
        assertEquals(4, line.nodes());
        assertEquals("[8, 16]", Arrays.toString(line.rest()));
    }

    @Test
    void optionsAreTakenOutOfTheArguments() {
        CommandLine line = CommandLine.parse(
                "a", "-qmp-geom", "native", "-qmp-logic-map", "1", "0", "b", "-qmp-nmpi", "4", "-v", "-qmp-job", "2");
        assertEquals("[a, b, -v]", Arrays.toString(line.rest()));
        assertEquals(0, line.geometry().length);
        assertEquals("[1, 0]", Arrays.toString(line.logicalMap()));
        assertEquals(4, line.nodes());
        assertEquals("[2]", Arrays.toString(line.job()));
    }
}
