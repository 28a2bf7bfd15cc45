package org.sennit.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
    void errorsAndDecisionsAreWrittenAsTheLevelSays() {
        String text = printed(
                System::setErr,
                System.err,
                () -> Nodes.run(1, qmp -> {
                    qmp.declareMsgmem(null, 1); // nothing is written at level 0
                    assertEquals(0, qmp.verbose(1));
                    qmp.declareMsgmem(new byte[4], 5);
                    qmp.declareLogicalTopology(new int[] {1, 1}, 2);
                    assertEquals(1, qmp.verbose(2));
                    qmp.layoutGrid(new int[] {4, 6}, 2);
                    qmp.verbose(0);
                    qmp.declareMsgmem(null, 1);
                    qmp.error("failed: %d", 3);
                }));
        List<String> lines = text.lines().toList();
        assertEquals(3, lines.size(), text);
        assertTrue(lines.get(0).matches("QMP node 0@\\S+: size larger than the memory: .*"), text);
        assertTrue(lines.get(1).endsWith(": sub-grid [4, 6] of [4, 6]"), text);
        assertTrue(lines.get(2).endsWith(": failed: 3"), text);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void theTableIsPrintedAtTheEndAsTheLevelSays(int level) {
        String text = printed(
                System::setOut,
                System.out,
                () -> Nodes.run(2, qmp -> {
                    qmp.profcontrol(level);
                    MessageMemory one = qmp.declareMsgmem(new byte[8], 8);
                    MessageHandle[] parts = {qmp.declareReceiveFrom(one, qmp.getNodeNumber(), 0), null};
                    parts[1] = qmp.declareSendTo(qmp.declareMsgmem(new byte[8], 8), qmp.getNodeNumber(), 0);
                    MessageHandle both = qmp.declareMultiple(parts, 2);
                    qmp.start(both);
                    qmp.await(both);
                    qmp.info("done");
                    qmp.printf("x=%d%n", 1);
                }));
        List<String> lines = text.lines().toList();
        assertEquals(
                level, lines.stream().filter(line -> line.endsWith(": profile")).count(), text);
        assertEquals(
                level,
                lines.stream().filter(line -> line.contains(" of 8 bytes")).count(),
                text);
        assertEquals(
                2,
                lines.stream()
                        .filter(line -> line.matches("QMP node [01]@\\S+: done"))
                        .count(),
                text);
        assertEquals(
                2,
                lines.stream()
                        .filter(line -> line.matches("QMP node [01]@\\S+: x=1"))
                        .count(),
                text);
    }

    /** Returns what is printed to one of the standard streams meanwhile. */
    private static String printed(Consumer<PrintStream> replace, PrintStream usual, Runnable program) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        replace.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            program.run();
        } finally {
            replace.accept(usual);
        }
        return bytes.toString(StandardCharsets.UTF_8);
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
