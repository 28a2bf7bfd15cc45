package org.sennit.conformance.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.config.Options;
import org.sennit.internal.runtime.trace.TraceOptions;
import org.sennit.message.Request;
import org.sennit.testkit.Deadline;

/** A profile counts exactly, by rank, place, peer and protocol. */
@Deadline(seconds = 60)
class ProfileTest {
    @TempDir
    private Path folder;

    @Test
    void aProfileThatCannotBeWrittenDoesNotFailTheJob() {
        Options options = Options.defaults()
                .with(TraceOptions.PROFILE, true, "the test")
                .with(
                        TraceOptions.PROFILE_FILE,
                        folder.resolve("missing").resolve("profile").toString(),
                        "the test");
        Job.run(2, options, Program::run);
        assertFalse(Files.exists(folder.resolve("missing")));
    }

    /** Ten short and three long messages to rank 1, four barriers, and collectives that do not block. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            Job.run(2, Program::run);
        }

        static void run(Endpoint endpoint) {
            Communicator world = endpoint.world();
            for (int i = 0; i < 13; i++) {
                byte[] memory = new byte[i < 10 ? 8 : 50_000];
                if (world.rank() == 0) {
                    world.send(memory, 1, i);
                } else {
                    world.receive(memory, 0, i);
                }
            }
            for (int i = 0; i < 4; i++) {
                world.barrier();
            }
            for (int i = 0; i < 3; i++) {
                world.nonblocking()
                        .allreduce(new long[1], new long[1], Operation.SUM)
                        .await();
            }
            Request gather = world.persistent().allgather(new int[1], new int[2]);
            for (int i = 0; i < 2; i++) {
                gather.start();
                gather.await();
            }
        }
    }

    @Test
    void countsAreExactInOneJvm() throws IOException {
        Path file = folder.resolve("profile.txt");
        Options options = Options.fromEnvironment()
                .with(TraceOptions.PROFILE, true, "the test")
                .with(TraceOptions.PROFILE_FILE, file.toString(), "the test");
        Job.run(2, options, Program::run);
        List<String> lines = Files.readAllLines(file);
        assertLine(lines, "0 send >1 immediate 10 80");
        assertLine(lines, "0 send >1 single copy 3 150,000");
        assertLine(lines, "1 receive <0 immediate 10 80");
        assertLine(lines, "1 receive <0 single copy 3 150,000");
        assertLine(lines, "0 barrier - - 4 0");
        assertLine(lines, "1 barrier - - 4 0");
        assertLine(lines, "0 nonblocking().allreduce - - 3 24");
        assertLine(lines, "1 nonblocking().allreduce - - 3 24");
        assertLine(lines, "0 start - - 2 8");
        assertLine(lines, "1 start - - 2 8");
        long others = lines.stream()
                .filter(line ->
                        !line.startsWith("#") && !line.contains(" await ")) // of which some had nothing to wait for
                .count();
        assertEquals(10, others, lines::toString);
    }

    private static final int ROUNDS = 100;

    /** Objects by reference, 100 waits for two requests each, and 100 exchanges. */
    private static void others(Endpoint endpoint) {
        Communicator world = endpoint.world();
        int peer = 1 - world.rank();
        for (int i = 0; i < ROUNDS; i++) {
            Request receive = world.nonblocking().receive(new byte[8], peer, 1);
            Request send = world.nonblocking().send(new byte[8], peer, 1);
            Request.awaitAll(send, receive);
            world.sendReceive(new byte[8], peer, 2, new byte[8], peer, 2, null);
        }
        if (world.rank() == 0) {
            world.shareObject("text", 1, 3);
            world.send(new byte[8], 1, 3);
        } else {
            world.receiveObject(String.class, 0, 3);
            world.receive(new byte[8], 0, 3);
        }
        assertEquals(
                world.rank() == 0 ? 1 : 0, endpoint.statistics().protocols().byReference());
    }

    @Test
    void objectsExchangesAndWaitsForSeveralAreCountedExactly() throws IOException {
        Path file = folder.resolve("others.txt");
        Options options = Options.fromEnvironment()
                .with(TraceOptions.PROFILE, true, "the test")
                .with(TraceOptions.PROFILE_FILE, file.toString(), "the test");
        Job.run(2, options, ProfileTest::others);
        List<String> lines = Files.readAllLines(file);
        for (int rank = 0; rank < 2; rank++) {
            assertLine(lines, rank + " awaitAll - - " + ROUNDS + " 0");
            assertLine(lines, rank + " sendReceive >" + (1 - rank) + " immediate " + ROUNDS + " 800");
            assertLine(lines, rank + " sendReceive <" + (1 - rank) + " immediate " + ROUNDS + " 800");
        }
        assertLine(lines, "0 shareObject >1 reference 1 0");
        assertLine(lines, "1 receiveObject <0 reference 1 0");
    }

    @Test
    void theLauncherMergesThePartsOfTwoJvms() {
        checkMerged(LaunchedJob.of(Program.class, 1, TraceOptions.PROFILE, true));
    }

    @Test
    void theLauncherMergesThePartsOfTwoHosts() {
        checkMerged(LaunchedJob.onHosts(Program.class, 1, TraceOptions.PROFILE, true));
    }

    private static void checkMerged(LaunchedJob job) {
        assertEquals(0, job.exitStatus(), job::err);
        List<String> lines = job.err().lines().toList();
        assertLine(lines, "0 send >1 eager 10 80");
        assertLine(lines, "0 send >1 rendezvous 3 150,000");
        assertLine(lines, "1 receive <0 eager 10 80");
        assertLine(lines, "1 receive <0 rendezvous 3 150,000");
        assertLine(lines, "0 barrier - - 4 0");
        assertLine(lines, "1 barrier - - 4 0");
        assertLine(lines, "0 nonblocking().allreduce - - 3 24");
        assertLine(lines, "1 start - - 2 8");
    }

    private static void assertLine(List<String> lines, String wanted) {
        assertTrue(
                lines.stream().anyMatch(line -> {
                    String words = line.strip().replaceAll(" +", " ");
                    return words.startsWith(wanted + " ") && words.contains("ProfileTest.java:");
                }),
                () -> "no line '" + wanted + "' in " + String.join("\n", lines));
    }
}
