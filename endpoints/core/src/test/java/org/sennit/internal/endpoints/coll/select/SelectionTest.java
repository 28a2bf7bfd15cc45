package org.sennit.internal.endpoints.coll.select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.coll.algorithm.MeetingBarrier;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.runtime.bootstrap.JobOptions;

/** Which algorithm a call takes, by its size, the number of JVMs and the options. */
class SelectionTest {
    @ParameterizedTest
    @CsvSource({
        "BARRIER, 0, 1, meeting",
        "ALLREDUCE, 8, 1, line",
        "ALLREDUCE, 2048, 1, line",
        "ALLREDUCE, 2049, 1, striped",
        "BROADCAST, 2048, 1, line",
        "BROADCAST, 2049, 1, shared",
        "BROADCAST, 2048, 2, shared",
        "ALLREDUCE, 8, 8, line",
        "ALLREDUCE, 65536, 2, whole",
        "ALLREDUCE, 65537, 2, striped",
        "REDUCE, 38836, 4, whole",
        "REDUCE, 38837, 4, striped",
        "ALLREDUCE, 8, 9, line-log2",
        "ALLREDUCE, 1024, 9, whole-log2",
        "ALLREDUCE, 2048, 9, whole",
        "ALLREDUCE, 2049, 9, striped",
        "ALLREDUCE, 3057, 8, whole",
        "ALLREDUCE, 3058, 8, striped",
        "REDUCE_SCATTER_BLOCK, 56, 9, striped-log2",
        "REDUCE_SCATTER_BLOCK, 1024, 9, striped",
        "GATHER, 1024, 9, binomial",
        "GATHER, 1025, 9, leader",
        "GATHER, 4097, 9, linear",
        "ALLTOALL, 1024, 2, leader",
        "ALLTOALL, 1025, 2, pairwise"
    })
    void takesTheFirstRowThatFits(CollectiveKind kind, long bytes, int processes, String algorithm) {
        assertEquals(
                algorithm,
                row(Options.defaults(), kind, bytes, processes).algorithm().name());
    }

    @ParameterizedTest
    @CsvSource({
        "ALLREDUCE, 8, 0 1 2, whole",
        "ALLREDUCE, 131073, 0 1 2, striped",
        "ALLREDUCE, 8, 0 1 1, line",
        "ALLREDUCE, 65536, 0 1 1, whole",
        "ALLREDUCE, 65537, 0 1 1, striped",
        "ALLREDUCE, 128, 0 1 1 1 1 1, striped",
        "ALLTOALL, 8, 0 1 2, pairwise",
        "ALLTOALL, 8, 0 1 1, leader"
    })
    void looksAtTheEndpointsOfTheJvms(CollectiveKind kind, long bytes, String processes, String algorithm) {
        int[] processOf =
                Arrays.stream(processes.split(" ")).mapToInt(Integer::parseInt).toArray();
        CollectiveCall call = new CollectiveCall().set(kind, bytes);
        Selection selection = new Selection(Options.defaults());
        assertEquals(
                algorithm,
                selection.rowFor(call, new ProcessMap(processOf, 2)).algorithm().name());
    }

    @Test
    void withoutWholeOperandsShortOnesGoByLines() {
        Properties properties = new Properties();
        properties.setProperty("sennit.collectives.reduce.whole.max", "0");
        Selection selection = new Selection(Options.of(properties, Map.of()));
        CollectiveCall call = new CollectiveCall().set(CollectiveKind.ALLREDUCE, 8);
        assertEquals(
                "line",
                selection
                        .rowFor(call, new ProcessMap(new int[] {0, 1}, 2))
                        .algorithm()
                        .name());
    }

    @Test
    void allMembersOfAReduceScatterSelectTheSame() {
        Properties properties = new Properties();
        properties.setProperty("sennit.collectives.many.jvms", "2");
        Selection selection = new Selection(Options.of(properties, Map.of()));
        ProcessMap map = new ProcessMap(new int[] {0, 1}, 2);
        long[] blocks = {16, 8192};
        List<String> selected = new ArrayList<>();
        for (long own : blocks) {
            CollectiveCall call = new CollectiveCall().set(CollectiveKind.REDUCE_SCATTER, own);
            call.receiveBlocks = new BlockTable(new long[] {0, 16}, blocks);
            selected.add(selection.rowFor(call, map).algorithm().name());
        }
        assertEquals(selected.getFirst(), selected.getLast());
    }

    @Test
    void anOptionMovesALimit() {
        Properties properties = new Properties();
        properties.setProperty("sennit.collectives.alltoall.leader.max", "8");
        Options options = Options.of(properties, Map.of());
        assertEquals(
                "leader",
                row(options, CollectiveKind.ALLTOALL, 8, 2).algorithm().name());
        assertEquals(
                "pairwise",
                row(options, CollectiveKind.ALLTOALL, 9, 2).algorithm().name());
    }

    @Test
    void explainsWithTheOptionsThatMoveTheLimits() {
        String both = row(Options.defaults(), CollectiveKind.ALLREDUCE, 8, 9).explain();
        assertEquals("(collectives.many.jvms, collectives.reduce.log2.max)", both.substring(both.indexOf('(')));
        Row jvms = new Row(CollectiveKind.BARRIER, CollectiveOptions.MANY_JVMS, null, new MeetingBarrier());
        assertEquals(jvms.algorithm().explain() + " (collectives.many.jvms)", jvms.explain());
    }

    /** The limits of a reduce-scatter are of all blocks together: they lie between the sizes of other calls. */
    @ParameterizedTest
    @CsvSource({"2", "9", "16"})
    void theInformationNamesTheAlgorithmOfEachSize(int processes) {
        Options options =
                Options.defaults().with(JobOptions.PROCESSES, processes, "test").with(JobOptions.ENDPOINTS, 2, "test");
        CollectiveKind kind = CollectiveKind.REDUCE_SCATTER_BLOCK;
        for (int bytes = 0; bytes < 3000; bytes += 8) {
            List<String> reported = new ArrayList<>();
            new CollectiveInfo().describe(options, bytes, (name, text) -> {
                if (name.equals(kind.call())) {
                    reported.add(text.split("[ :]")[0]);
                }
            });
            String taken = row(options, kind, bytes, processes).algorithm().name();
            assertEquals(List.of(taken), reported, "bytes=" + bytes);
        }
    }

    /** Two members in each JVM. */
    private static Row row(Options options, CollectiveKind kind, long bytes, int processes) {
        ProcessMap map = new ProcessMap(
                IntStream.range(0, 2 * processes).map(rank -> rank / 2).toArray(), 2);
        CollectiveCall call = new CollectiveCall().set(kind, bytes);
        call.unitBytes = 8;
        return new Selection(options).rowFor(call, map);
    }
}
