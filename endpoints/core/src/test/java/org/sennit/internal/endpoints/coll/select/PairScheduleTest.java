package org.sennit.internal.endpoints.coll.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.coll.algorithm.StripedReduction;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/** Schedules between two processes with a member each: their fast path sends and receives what these do. */
class PairScheduleTest {
    private static final ProcessMap MAP = new ProcessMap(new int[] {0, 1}, 2);
    private static final int[] LENGTHS = {8, 16, 112, 120, 512, 1024, 4096, 8192, 16384};

    private static CollectiveSchedule schedule(Options options, CollectiveCall call, int rank) {
        ScheduleBuilder builder = new ScheduleBuilder(MAP, rank, call.unitBytes, 0);
        new Selection(options).choose(call, MAP, false).append(builder, call);
        return builder.build();
    }

    /** Returns the defaults but for one option. */
    private static Options options(String option) {
        Properties values = new Properties();
        if (!option.isEmpty()) {
            values.setProperty("sennit." + option.split("=")[0], option.split("=")[1]);
        }
        return Options.of(values, Map.of());
    }

    private static boolean sends(CollectiveCall call, int rank) {
        return switch (call.kind) {
            case BROADCAST, SCATTER -> rank == call.root;
            case REDUCE, GATHER -> rank != call.root;
            default -> true;
        };
    }

    private static boolean receives(CollectiveCall call, int rank) {
        boolean isRooted = call.root != CollectiveCall.NO_ROOT;
        return !isRooted || !sends(call, rank);
    }

    private static boolean isOneMessageEach(Options options, CollectiveCall call, int rank) {
        return schedule(options, call, rank)
                .isOneMessageEach(sends(call, rank) ? call.bytes : -1, receives(call, rank) ? call.bytes : -1);
    }

    private static CollectiveCall call(CollectiveKind kind, int bytes, int root) {
        CollectiveCall call = new CollectiveCall().set(kind, bytes);
        call.root = root;
        return call;
    }

    private static int rootOf(CollectiveKind kind, int root) {
        return switch (kind) {
            case BROADCAST, SCATTER, REDUCE, GATHER -> root;
            default -> CollectiveCall.NO_ROOT;
        };
    }

    @ParameterizedTest
    @EnumSource(
            names = {"BROADCAST", "SCATTER", "REDUCE", "GATHER", "ALLREDUCE", "ALLGATHER", "ALLTOALL", "SCAN", "EXSCAN"
            })
    void shortCallsTakeOneMessageEach(CollectiveKind kind) {
        for (int bytes : LENGTHS) {
            for (int rank = 0; rank < 2; rank++) {
                for (int root = 0; root < 2; root++) {
                    CollectiveCall call = call(kind, bytes, rootOf(kind, root));
                    assertTrue(
                            isOneMessageEach(Options.defaults(), call, rank),
                            "bytes=" + bytes + " rank=" + rank + " root=" + root);
                }
            }
        }
    }

    @Test
    void aBarrierTakesOneMessageEach() {
        CollectiveCall call = call(CollectiveKind.BARRIER, 0, CollectiveCall.NO_ROOT);
        assertTrue(isOneMessageEach(Options.defaults(), call, 0));
        assertTrue(isOneMessageEach(Options.defaults(), call, 1));
    }

    /** The fast path asks once for all operations and types of a length. */
    @ParameterizedTest
    @ValueSource(strings = {"", "collectives.reduce.whole.max=0", "collectives.many.jvms=2"})
    void theUnitAndTheOrderChangeNothing(String option) {
        Options options = options(option);
        for (CollectiveKind kind : new CollectiveKind[] {
            CollectiveKind.REDUCE, CollectiveKind.ALLREDUCE, CollectiveKind.SCAN, CollectiveKind.EXSCAN
        }) {
            for (int bytes : LENGTHS) {
                for (int variant = 0; variant < 16; variant++) {
                    int rank = variant & 1;
                    CollectiveCall call = call(kind, bytes, rootOf(kind, variant >> 1 & 1));
                    boolean asked = isOneMessageEach(options, call, rank);
                    call.unitBytes = (variant & 4) == 0 ? 4 : 8;
                    call.isReordered = (variant & 8) == 0;
                    assertEquals(asked, isOneMessageEach(options, call, rank), kind + " bytes=" + bytes);
                    call.isInPlace = true;
                    assertEquals(asked, isOneMessageEach(options, call, rank), kind + " in place, bytes=" + bytes);
                }
            }
        }
    }

    /** A member on the fast path takes what comes for what the other one has given. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "collectives.reduce.whole.max=0",
                "collectives.many.jvms=2",
                "collectives.allgather.linear.max=0"
            })
    void bothMembersTakeTheSameWay(String option) {
        Options options = options(option);
        for (CollectiveKind kind : CollectiveKind.values()) {
            switch (kind) {
                case BARRIER, BROADCAST, SCATTER, REDUCE, GATHER, ALLREDUCE, ALLGATHER, ALLTOALL, SCAN, EXSCAN -> {
                    for (int bytes = 8; bytes <= 16384; bytes += bytes < 1024 ? 8 : 8 * 61) {
                        CollectiveCall call =
                                call(kind, kind == CollectiveKind.BARRIER ? 0 : bytes, rootOf(kind, bytes >> 3 & 1));
                        assertEquals(
                                isOneMessageEach(options, call, 0),
                                isOneMessageEach(options, call, 1),
                                kind + " bytes=" + bytes);
                    }
                }
                default -> {}
            }
        }
    }

    /** One unit: rank 0 combines both operands and sends the result back. */
    @Test
    void aResultIsNotAnOperand() {
        CollectiveCall call = call(CollectiveKind.ALLREDUCE, 120, CollectiveCall.NO_ROOT);
        call.unitBytes = 120;
        for (int rank = 0; rank < 2; rank++) {
            ScheduleBuilder builder = new ScheduleBuilder(MAP, rank, call.unitBytes, 0);
            new StripedReduction().append(builder, call);
            assertFalse(builder.build().isOneMessageEach(120, 120));
        }
        assertFalse(isOneMessageEach(Options.defaults(), call(CollectiveKind.ALLREDUCE, 1 << 21, -1), 0));
    }
}
