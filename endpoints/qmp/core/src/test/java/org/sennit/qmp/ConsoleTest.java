package org.sennit.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** What a node prints and measures, its beginning and its end. */
@Core
@Deadline(seconds = 30)
class ConsoleTest {
    @Test
    void textsCarryNodeAndHost() {
        Nodes.run(2, qmp -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
            int length = qmp.fprintf(stream, "x=%d", 3);
            String text = bytes.toString(StandardCharsets.UTF_8);
            assertEquals(text.length(), length);
            assertTrue(text.matches("QMP node " + qmp.getNodeNumber() + "@\\S+: x=3"), text);
            assertEquals(0, qmp.verbose(0));
            assertTrue(qmp.time() <= qmp.time());
        });
        assertEquals(20500, Qmp.versionInt());
        assertEquals("2.5.0", Qmp.versionStr());
    }

    @Test
    void theProfileCountsByHandle() {
        Nodes.run(1, qmp -> {
            assertEquals("", qmp.getProfile());
            assertEquals(0, qmp.profcontrol(1));
            MessageHandle[] parts = {
                qmp.declareSendTo(qmp.declareMsgmem(new byte[16], 16), 0, 0),
                qmp.declareReceiveFrom(qmp.declareMsgmem(new byte[16], 16), 0, 0)
            };
            MessageHandle both = qmp.declareMultiple(parts, 2);
            for (int i = 0; i < 7; i++) {
                qmp.start(both);
                qmp.await(both);
            }
            List<String> lines = qmp.getProfile().lines().toList();
            assertEquals(2, lines.size(), qmp.getProfile());
            assertTrue(lines.get(1).strip().matches("7 +224 .* 2 channels, first send to 0 of 16 bytes"), lines.get(1));
            assertTrue(qmp.getTotalQmpTime() > 0);
            qmp.resetTotalQmpTime();
            assertEquals(0, qmp.getTotalQmpTime());
            assertEquals(1, qmp.profcontrol(0));
        });
    }

    @Test
    void aProgramOpensAndClosesItsJob() {
        Qmp qmp = Qmp.initMsgPassing(new String[] {"a", "-qmp-geom", "1", "1"}, QmpThreadLevel.MULTIPLE);
        assertTrue(qmp.isInitialized());
        assertEquals(QmpThreadLevel.MULTIPLE, qmp.getProvidedThreadLevel());
        assertEquals(List.of("a"), List.of(qmp.arguments()));
        assertEquals(2, qmp.getAllocatedNumberOfDimensions());
        assertEquals(0, qmp.getIoNode(0));
        assertEquals(-1, qmp.getIoNode(1));
        qmp.finalizeMsgPassing();
        qmp.finalizeMsgPassing();
        assertFalse(qmp.isInitialized());
    }

    @Test
    void aLineEndsOnce() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Console console = new Console(3);
        console.printLine(stream, "a%d", 1);
        console.printLine(stream, "b\n");
        console.printLine(stream, "c%n");
        assertEquals(3, bytes.toString(StandardCharsets.UTF_8).lines().count());
    }

    @Test
    void anAbortEndsTheJobWithItsText() {
        SennitException thrown = assertThrows(
                SennitException.class,
                () -> Nodes.run(2, qmp -> {
                    if (qmp.isPrimaryNode()) {
                        qmp.abortString(7, "no convergence");
                    }
                    qmp.barrier();
                }));
        assertThrows(SennitException.class, () -> Nodes.run(1, Qmp::abort));
        assertEquals(ErrorClass.PROC_ABORTED, thrown.errorClass());
        assertTrue(thrown.toString().contains("no convergence"), thrown.toString());
    }
}
