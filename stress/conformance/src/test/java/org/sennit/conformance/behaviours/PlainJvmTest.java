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
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.shm.match.MatchQueue;
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
@Behaviours(147)
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

    @Test
    void runsWithoutFlagsAndSilently() {
        List<Path> classPath = Stream.of(
                        Program.class,
                        Job.class,
                        MatchQueue.class,
                        Options.class,
                        DirectBuffer.class,
                        MpscVarHandleArrayQueue.class,
                        MessagePassingQueue.class,
                        Logger.class)
                .map(PlainJvmTest::placeOf)
                .toList();
        var result = new ChildJvm(Program.class).classPath(classPath).run().assertSilentSuccess();
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
