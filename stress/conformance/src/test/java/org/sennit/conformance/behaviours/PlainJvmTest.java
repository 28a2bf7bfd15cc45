package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;
import org.sennit.ownership.PoolStatistics;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.slf4j.Logger;

/**
 * A plain {@code main} without launcher, without any JVM flag and without a logger works, and says
 * nothing on stderr.
 */
@Deadline(seconds = 60)
@Core
@Behaviours({66, 147})
class PlainJvmTest {

    /** As a user writes it in an IDE. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            Job.run(4, endpoint -> {
                Communicator world = endpoint.world();
                int next = (world.rank() + 1) % world.size();
                int before = (world.rank() + world.size() - 1) % world.size();
                for (int length : new int[] {0, 8, 256, 257, 1 << 20}) {
                    byte[] mine = new byte[length];
                    MemorySegment theirs = java.lang.foreign.Arena.ofAuto().allocate(Math.max(1, length));
                    var arrived = world.nonblocking().receive(theirs, before, 1);
                    world.send(mine, next, 1);
                    if (arrived.await().countBytes() != length) {
                        throw new IllegalStateException("length=" + length);
                    }
                }
                world.barrier();
                if (world.rank() == 0) {
                    System.out.print("done");
                }
            });
        }
    }

    /** Misuses buffers that its checked pool has handed out. */
    static final class MisuseProgram {
        private MisuseProgram() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                OwnershipPool pool = OwnershipPool.open(
                        endpoint, OwnershipPool.defaults(endpoint).checked(true));
                OwnershipPool other = OwnershipPool.open(
                        endpoint, OwnershipPool.defaults(endpoint).checked(true));
                Handover self = pool.over(endpoint.world());
                OwnedBuffer freed = pool.alloc(100);
                freed.free();
                refused("ended by free", freed::free);
                refused("ended by free", () -> pool.free(freed));
                intact(pool, 0);
                OwnedBuffer buffer = pool.alloc(100);
                refused("another pool", () -> other.free(buffer));
                buffer.segment().fill((byte) 1);
                intact(pool, 1);
                intact(other, 0);
                self.give(buffer, 0, 5);
                refused("ended by give", buffer::free);
                self.take(0, 5).free();
                intact(pool, 0);
                System.out.print("done");
            });
        }

        private static void refused(String text, Runnable call) {
            try {
                call.run();
            } catch (SennitException e) {
                if (e.errorClass() == ErrorClass.BUFFER && e.getMessage().contains(text)) {
                    return;
                }
                throw e;
            }
            throw new IllegalStateException("not refused: " + text);
        }

        private static void intact(OwnershipPool pool, int owned) {
            PoolStatistics statistics = pool.statistics();
            if (statistics.owned() != owned || statistics.buffers() != statistics.freeBuffers() + owned) {
                throw new IllegalStateException(statistics.toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Program.class, MisuseProgram.class})
    void runsWithoutFlagsAndSilently(Class<?> program) {
        List<Path> classPath = Stream.of(
                        Program.class,
                        Job.class,
                        OwnershipPool.class,
                        MatchQueue.class,
                        Options.class,
                        DirectBuffer.class,
                        MpscVarHandleArrayQueue.class,
                        MessagePassingQueue.class,
                        Logger.class)
                .map(PlainJvmTest::placeOf)
                .toList();
        var result = new ChildJvm(program).classPath(classPath).run().assertSilentSuccess();
        assertEquals("done", result.out());
    }

    private static Path placeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
