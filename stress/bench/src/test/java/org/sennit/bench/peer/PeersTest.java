package org.sennit.bench.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;
import org.sennit.bench.report.PeerFigure;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class PeersTest {

    private static final PeerSetting OPEN_MPI = PeerSetting.all().getFirst();

    @Test
    void readsSizeMedianBestTailAndBothProbes() {
        assertEquals(
                List.of(new PeerFigure("ompi", 8, new Summary(1, 100.5, 98, 300), Speed.NEAR)),
                Peers.figures(OPEN_MPI, List.of("a warning of the launcher", "8 100.50 98.00 300.00 30.1 31.0", "")));
    }

    @Test
    void runsTunedAndDefaultSettingsOfBothLibraries() {
        assertEquals(
                List.of("ompi", "ompi-tuned", "mpich", "mpich-tuned", "ompi-tcp", "mpich-tcp", "aeron", "pcj"),
                PeerSetting.all().stream().map(PeerSetting::label).toList());
    }

    @Test
    void hasAProgramForEachPeerInJava() {
        PeerSetting.all().stream()
                .filter(setting -> setting.transport() == PeerSetting.Transport.JVM)
                .forEach(setting -> assertNotNull(JavaPeers.main(setting, "latency"), setting.label()));
        assertNull(JavaPeers.main(PeerSetting.all().getLast(), "barrier"));
    }

    @Test
    void aPeerInJavaPrintsARowForEachSize() throws Exception {
        PrintStream usual = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        JavaPair pair = new JavaPair(new String[] {"", "8,32768", "3", "10"});
        BlockingQueue<byte[]> there = new ArrayBlockingQueue<>(1);
        BlockingQueue<byte[]> back = new ArrayBlockingQueue<>(1);
        System.setOut(new PrintStream(printed, true));
        try {
            Thread follower = Thread.ofPlatform().daemon().start(() -> run(pair, false, back, there));
            run(pair, true, there, back);
            follower.join();
        } finally {
            System.setOut(usual);
        }
        assertEquals(
                List.of(8L, 32768L),
                Peers.figures(
                                PeerSetting.all().getLast(),
                                printed.toString().lines().toList())
                        .stream()
                        .map(PeerFigure::sizeBytes)
                        .toList());
    }

    private static void run(JavaPair pair, boolean isLeader, BlockingQueue<byte[]> to, BlockingQueue<byte[]> from) {
        try {
            pair.run(isLeader, (out, in, iterations) -> {
                for (int i = 0; i < iterations; i++) {
                    if (!isLeader) {
                        from.take();
                    }
                    to.put(out);
                    if (isLeader) {
                        from.take();
                    }
                }
            });
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void startsMoreRanksThanCoresWithOpenMpi() {
        List<String> command = OPEN_MPI.command(8, "program", List.of("argument"));
        assertTrue(command.contains("--oversubscribe"));
        assertEquals(List.of("program", "argument"), command.subList(command.size() - 2, command.size()));
    }

    @Test
    void givesAFigureForEachSizeWhereAPeerIsInstalled() {
        List<PeerSetting> installed = Peers.installed(PeerSetting.Transport.SHARED_MEMORY);
        Assumptions.assumeFalse(installed.isEmpty(), "no MPI is installed");
        try (Peers peers = new Peers()) {
            List<PeerFigure> figures =
                    peers.run(installed.getFirst(), new Peers.Run("latency", 2, List.of(0L, 8L), 3, 10, false, 64));
            Assumptions.assumeTrue(peers.troubles().isEmpty(), () -> "it does not work here: " + peers.troubles());
            assertEquals(
                    List.of(0L, 8L), figures.stream().map(PeerFigure::sizeBytes).toList());
            assertFalse(figures.getFirst().time().medianNs() <= 0);
        }
    }
}
