package org.sennit.internal.endpoints.coll.algorithm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.coll.schedule.Step;
import org.sennit.internal.endpoints.coll.select.Selection;

/**
 * What the members of a process have to tell each other, all together, grows with their number and not with its square:
 * a signal to all counts as many, and so does a wait for all.
 */
class LinearCostTest {
    private static final int FEW = 64;
    private static final int MANY = 512;

    record Case(CollectiveAlgorithm algorithm, CollectiveKind kind, long bytes, int processes) {}

    static Stream<Case> cases() {
        return Stream.of(8L, 10_000L)
                .flatMap(bytes -> Stream.of(
                        new Case(new LinearGather(), CollectiveKind.GATHER, bytes, 1),
                        new Case(new LeaderGather(), CollectiveKind.GATHER, bytes, 4),
                        new Case(new BinomialGather(), CollectiveKind.GATHER, bytes, 4),
                        new Case(new LinearScatter(), CollectiveKind.SCATTER, bytes, 1),
                        new Case(new LeaderScatter(), CollectiveKind.SCATTER, bytes, 4),
                        new Case(new BinomialScatter(), CollectiveKind.SCATTER, bytes, 4),
                        new Case(new LinearAllgather(), CollectiveKind.ALLGATHER, bytes, 1),
                        new Case(new RingAllgather(), CollectiveKind.ALLGATHER, bytes, 4),
                        new Case(new PairwiseAlltoall(), CollectiveKind.ALLTOALL, bytes, 1),
                        new Case(new LeaderAlltoall(), CollectiveKind.ALLTOALL, bytes, 4)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void signalsAndWaitsGrowWithTheMembers(Case of) {
        long few = meetings(of, FEW);
        long many = meetings(of, MANY);
        assertTrue(
                many <= 10 * few, // 8 times the members; a square would be 64 times
                "members=" + FEW + ": " + few + ", members=" + MANY + ": " + many);
    }

    @ParameterizedTest
    @ValueSource(longs = {8, 10_000})
    void stepsOfAnAllgatherInOneProcessGrowWithTheMembers(long bytes) {
        Case of = new Case(new LinearAllgather(), CollectiveKind.ALLGATHER, bytes, 1);
        long few = sum(of, FEW, CollectiveSchedule::length);
        long many = sum(of, MANY, CollectiveSchedule::length);
        assertTrue(many <= 10 * few, "members=" + FEW + ": " + few + ", members=" + MANY + ": " + many);
    }

    @ParameterizedTest
    @EnumSource(names = {"REDUCE", "ALLREDUCE", "SCAN", "EXSCAN", "REDUCE_SCATTER_BLOCK"})
    void messagesOfAShortReductionGrowWithTheLogarithmOfTheProcesses(CollectiveKind kind) {
        int[] processes = IntStream.range(0, FEW).toArray();
        ProcessMap map = new ProcessMap(processes, 1);
        for (int rank = 0; rank < FEW; rank++) {
            CollectiveCall call = new CollectiveCall().set(kind, 8);
            call.unitBytes = 8;
            call.root = kind == CollectiveKind.REDUCE ? 5 : -1;
            ScheduleBuilder builder = new ScheduleBuilder(map, rank, 8);
            new Selection(Options.defaults()).choose(call, map, false).append(builder, call);
            CollectiveSchedule schedule = builder.build();
            long messages = IntStream.range(0, schedule.length())
                    .filter(step -> schedule.kind(step) == Step.SEND || schedule.kind(step) == Step.RECEIVE)
                    .count();
            assertTrue(
                    messages <= 4 * 6,
                    "rank=" + rank + " messages=" + messages); // two each way in each of log2 64 steps
        }
    }

    private static long meetings(Case of, int members) {
        return sum(of, members, schedule -> meetings(schedule, members / of.processes));
    }

    private static long sum(Case of, int members, ToLongFunction<CollectiveSchedule> cost) {
        int[] processes = new int[members];
        for (int rank = 0; rank < members; rank++) {
            processes[rank] = rank % of.processes;
        }
        ProcessMap map = new ProcessMap(processes, 2);
        long sum = 0;
        for (int rank = 0; rank < members; rank++) {
            CollectiveCall call = new CollectiveCall().set(of.kind, of.bytes);
            call.root = 0;
            ScheduleBuilder builder = new ScheduleBuilder(map, rank, 1);
            of.algorithm.append(builder, call);
            sum += cost.applyAsLong(builder.build());
        }
        return sum;
    }

    private static long meetings(CollectiveSchedule schedule, int members) {
        long sum = 0;
        for (int step = 0; step < schedule.length(); step++) {
            boolean isToAll = schedule.kind(step) == Step.SIGNAL && schedule.peer(step) == Step.ALL;
            sum += switch (schedule.kind(step)) {
                case Step.SIGNAL -> isToAll ? members - 1 : 1;
                case Step.AWAIT -> 1;
                case Step.MEET -> 4; // as a signal and a wait each way
                case Step.AWAIT_ALL -> members - 1;
                default -> 0;
            };
        }
        return sum;
    }
}
