package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** A job that ends with operations under way reports them and ends; what is used afterwards is an error. */
@Deadline(seconds = 90)
@Behaviours(138)
class OutstandingOperationsTest {
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void theEndReportsWhatIsUnderWay(int processes, int endpoints) {
        MultiJvmRun run = MultiJvmRun.of(OutstandingProgram.class, processes, endpoints, 60);
        assertEquals(0, run.exitStatus(), run.err());
        for (String part : List.of(
                "rank 0 has ended with operations under way: 1",
                "receive without a message: operation=receive rank=0 peer=1 tag=5 communicator=world capacity=77",
                "rank 1 has ended with operations under way: 3",
                "rank 0 has ended with windows that are not closed: 1",
                "rank 1 has ended with windows that are not closed: 1",
                "window=table",
                "message without a receive: peer=0 tag=6 communicator=world length=88",
                "message without a receive: peer=0 tag=7 communicator=world length=999999",
                "message without a receive: peer=0 tag=8 communicator=side length=55",
                "collective under way: operation=barrier rank=",
                "rank 1 had ended when messages came: " + (processes == 1 ? 2 : 3), // and that of the barrier
                "message without a receive: peer=0 tag=8 communicator=world length=44",
                "message without a receive: peer=0 tag=9 communicator=world length=8000000")) {
            assertTrue(run.err().contains(part), part + " is not in: " + run.err());
        }
        assertEquals(
                processes,
                run.out()
                        .lines()
                        .filter(line -> line.contains("after the end: SESSION"))
                        .count(),
                run.out());
    }
}
