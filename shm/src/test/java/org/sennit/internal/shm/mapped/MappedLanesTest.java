package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.netmod.LanedProcess;
import org.sennit.internal.net.tcp.LaneUnderMapped;
import org.sennit.internal.net.tcp.TcpModuleFactory;
import org.sennit.internal.net.tcp.TcpOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.HostIdentity;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.QuiescentModule;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.network.WrappedModuleFactory;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;
import org.sennit.testkit.NotCore;

/**
 * The lanes of tcp beneath mapped: a process alone on its host, and one that is alone on another or shares it with a
 * third.
 */
@Deadline(seconds = 60)
@Core
class MappedLanesTest {
    private static final int ENDPOINTS = 4;
    private static final int MESSAGES = 1_000;

    private final LanedProcess[] two = new LanedProcess[2];

    private static LanedProcess process(int number, int hostProcesses, int lanes) {
        Options options =
                Options.fromEnvironment().with(TcpOptions.LANES, lanes, "test").with(HostIdentity.HOST, "h%p", "test");
        return new LanedProcess(
                new WrappedModuleFactory(new MappedModuleFactory(), new TcpModuleFactory()),
                number,
                hostProcesses,
                hostProcesses,
                ENDPOINTS,
                options);
    }

    /** Process 0 is alone and has 2 lanes; process 1 has 3 where it is alone. */
    private void meet(int hostProcesses) {
        two[0] = process(0, 1, 2);
        two[1] = process(1, hostProcesses, 3);
        LanedProcess.meet(two[0], two[1]);
    }

    @AfterEach
    void close() throws Exception {
        inBoth(LanedProcess::close);
    }

    private interface Program {
        void run(LanedProcess process) throws Exception;
    }

    private void inBoth(Program program) throws Exception {
        run(List.of(() -> program.run(two[0]), () -> program.run(two[1])));
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void run(List<Step> steps) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (Step step : steps) {
            threads.add(Thread.ofPlatform().daemon(true).start(() -> {
                try {
                    step.run();
                } catch (Throwable thrown) {
                    failure.compareAndSet(null, thrown);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertNull(failure.get());
    }

    /** Every endpoint sends to all of the other process, and waits for as much in its own lane alone. */
    private void everybodyTalks(int round) throws Exception {
        List<Step> endpoints = new ArrayList<>();
        for (LanedProcess process : two) {
            for (int e = 0; e < ENDPOINTS; e++) {
                int endpoint = e;
                endpoints.add(() -> talk(process, endpoint, round));
            }
        }
        run(endpoints);
        for (LanedProcess process : two) {
            assertTrue(process.faults().isEmpty(), () -> process.faults().toString());
            assertTrue(process.losses().isEmpty(), () -> process.losses().toString());
        }
    }

    private static void talk(LanedProcess process, int endpoint, int round) {
        MemorySegment payload = Arena.ofAuto().allocate(20_000);
        for (int i = 0; i < MESSAGES; i++) {
            for (int to = 0; to < ENDPOINTS; to++) {
                process.send(endpoint, to, payload.asSlice(0, i % 100 == 0 ? 20_000 : i % 7));
            }
        }
        process.await(endpoint, (long) round * ENDPOINTS * MESSAGES);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void everyPairKeepsItsOrderOverTheConnectionOfItsLanesAlsoAfterARest(int hostProcesses) throws Exception {
        meet(hostProcesses);
        everybodyTalks(1);
        inBoth(process -> process.module().require(QuiescentModule.class).quiesce(Deadlines.ns(50)));
        inBoth(process -> process.module().require(QuiescentModule.class).resume());
        everybodyTalks(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoIsAloneHasLanesAndWhoSharesItsHostHasOne(int hostProcesses) {
        meet(hostProcesses);
        int lanes = hostProcesses == 1 ? 3 : 1;
        assertEquals(2, two[0].module().lanes());
        assertEquals(lanes, two[1].module().lanes());
        assertTrue(two[0].module().explain().contains("lanes: 2"), two[0].module()::explain);
        assertEquals(lanes == 1, two[1].module().lane(1) == two[1].module());
        assertFalse(two[0].module().lane(1) == two[0].module());
        Set<VirtualConnection> all = new HashSet<>();
        for (int own = 0; own < ENDPOINTS; own++) {
            for (int other = 0; other < ENDPOINTS; other++) {
                all.add(two[0].connection(own, other));
                assertSame(two[0].connection(own, other), two[0].connection(own + 2, other + lanes));
            }
        }
        assertEquals(2 * lanes, all.size());
    }

    @ParameterizedTest
    @NotCore
    @ValueSource(ints = {1, 2})
    void whatComesByAnyLaneBeforeTheConnectionOfThatLaneIsAskedForIsFromElsewhere(int hostProcesses) throws Exception {
        meet(hostProcesses);
        two[0].send(1, 1, MemorySegment.NULL);
        LanedProcess other = two[1];
        while (other.module().poll(PollDirection.IN_FIRST, 64) == 0 || other.received(1) == 0) {
            two[0].module().poll(PollDirection.OUT_FIRST, 64);
            assertFalse(Thread.currentThread().isInterrupted(), "late");
        }
        inBoth(process -> process.module().require(QuiescentModule.class).quiesce(Deadlines.ns(50)));
        inBoth(process -> process.module().require(QuiescentModule.class).resume());
        other.send(1, 1, MemorySegment.NULL); // where it asked for memory now, no answer would come
        two[0].await(1, 1);
        assertTrue(two[0].faults().isEmpty(), () -> two[0].faults().toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theWordOfADeathEndsTheConnectionsOfAllLanes(int hostProcesses) throws Exception {
        meet(hostProcesses);
        everybodyTalks(1);
        two[0].module().peerDied(1, new SennitException(ErrorClass.PROC_FAILED, "somebody says so"));
        awaitLosses(hostProcesses == 1 ? 2 * 3 : 2);
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    void theDeathThatOneLaneFindsIsThatOfAll(int hostProcesses) throws Exception {
        meet(hostProcesses);
        everybodyTalks(1);
        LaneUnderMapped.close(two[1].module().lane(0)); // no farewell; the other lanes are well
        awaitLosses(2 * 3);
    }

    private void awaitLosses(int count) {
        while (two[0].losses().size() < count) {
            two[0].module().poll(PollDirection.IN_FIRST, 64);
            assertFalse(Thread.currentThread().isInterrupted(), "late");
        }
        for (Throwable loss : two[0].losses()) {
            assertEquals(ErrorClass.PROC_FAILED, ((SennitException) loss).errorClass(), loss::toString);
        }
    }
}
