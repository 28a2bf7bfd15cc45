package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** A collective of which a member has died ends with the error on every other member, however it is called. */
@Deadline(seconds = 60)
class CollectiveDeathTest {
    private static final int MEMBERS = 6;
    private static final int DYING = 3;
    private static final String HEARD = "heard ";

    /** How the others call it. */
    private enum Driver {
        BLOCKING,
        NONBLOCKING,
        PERSISTENT
    }

    @ParameterizedTest
    @EnumSource
    void everyMemberHearsOfAnException(Driver driver) {
        Map<Integer, ErrorClass> heard = new ConcurrentHashMap<>();
        SennitException end = assertThrows(
                SennitException.class,
                () -> Job.run(MEMBERS, endpoint -> {
                    Communicator world = endpoint.world();
                    allreduceOften(world, driver, 20);
                    if (world.rank() == DYING) {
                        throw new IllegalStateException("as planned");
                    }
                    SennitException error =
                            assertThrows(SennitException.class, () -> allreduceOften(world, driver, Integer.MAX_VALUE));
                    heard.put(world.rank(), error.errorClass());
                }));
        assertTrue(end.getMessage().contains("rank " + DYING), end::getMessage);
        while (heard.size() < MEMBERS - 1) { // a failed job does not wait for ever for threads that are not scheduled
            Thread.yield();
        }
        heard.forEach((rank, error) -> assertEquals(ErrorClass.PROC_ABORTED, error, "rank " + rank));
    }

    /** Several times where the launcher ends a process of a busy machine before it has said so. */
    @Test
    void everyMemberHearsOfAKilledProcess() {
        List<String> survivors = IntStream.range(0, MEMBERS)
                .filter(rank -> rank / 2 != DYING / 2)
                .mapToObj(rank -> HEARD + rank)
                .toList();
        MultiJvmRun run = MultiJvmRun.of(KilledMember.class, 3, 2, 50);
        for (int i = 1; i < 5 && !run.out().lines().toList().containsAll(survivors); i++) {
            run = MultiJvmRun.of(KilledMember.class, 3, 2, 50);
        }
        assertTrue(run.out().lines().toList().containsAll(survivors), run::toString);
    }

    private static void allreduceOften(Communicator world, Driver driver, int times) {
        double[] send = new double[driver == Driver.NONBLOCKING ? 3000 : 2];
        double[] receive = new double[send.length];
        Request persistent =
                driver == Driver.PERSISTENT ? world.persistent().allreduce(send, receive, Operation.SUM) : null;
        for (int i = 0; i < times; i++) {
            switch (driver) {
                case BLOCKING -> world.allreduce(send, receive, Operation.SUM);
                case NONBLOCKING ->
                    world.nonblocking().allreduce(send, receive, Operation.SUM).await();
                case PERSISTENT -> {
                    persistent.start();
                    persistent.await();
                }
            }
        }
    }

    /** Rank 0 kills the process of another rank in the middle. */
    static final class KilledMember {
        private KilledMember() {}

        public static void main(String[] args) {
            Job.run(2, endpoint -> {
                Communicator world = endpoint.world();
                long[] pids = new long[world.size()];
                world.allgather(new long[] {ProcessHandle.current().pid()}, pids);
                allreduceOften(world, Driver.BLOCKING, 20);
                if (world.rank() == 0) {
                    ProcessHandle.of(pids[DYING]).orElseThrow().destroyForcibly();
                }
                try {
                    allreduceOften(world, Driver.BLOCKING, Integer.MAX_VALUE);
                } catch (SennitException e) {
                    System.out.println(HEARD + world.rank());
                    throw e;
                }
            });
        }
    }
}
