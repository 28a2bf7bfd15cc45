package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.message.Request;
import org.sennit.testkit.Deadline;

/** A request that is freed takes its outcome with it, not the data: also where those go by way of other memory. */
@Deadline(seconds = 60)
class FreedReceiveTest {
    private static final boolean[] SENT = {true, false, true, true};

    @Test
    void aCompleteReceiveIntoBooleans() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            boolean[] memory = new boolean[4];
            Request receive = world.nonblocking().receive(memory, 0, 1);
            world.send(SENT, 0, 1);
            while (!receive.isComplete()) {
                world.nonblocking().probe(0, 9, null);
            }
            receive.free();
            assertArrayEquals(SENT, memory);
        });
    }

    @Test
    void anActiveReceiveIntoBooleans() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                world.receive(new byte[0], 1, 1);
                world.send(SENT, 1, 2);
                world.send(new byte[0], 1, 3);
            } else {
                boolean[] memory = new boolean[4];
                world.nonblocking().receive(memory, 0, 2).free();
                world.send(new byte[0], 0, 1);
                world.receive(new byte[0], 0, 3);
                assertArrayEquals(SENT, memory);
            }
        });
    }

    @Test
    void anActiveReceiveIntoBooleansBeforeOneThatIsThere() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            boolean[] memory = new boolean[4];
            world.nonblocking().receive(memory, 0, 2).free();
            world.send(SENT, 0, 2);
            world.send(new byte[0], 0, 3);
            world.nonblocking().receive(new byte[0], 0, 3).await();
            assertArrayEquals(SENT, memory);
        });
    }

    @Test
    void aPersistentReceiveIntoBooleans() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            boolean[] memory = new boolean[4];
            Request receive = world.persistent().receive(memory, 0, 1);
            receive.start();
            receive.free();
            world.send(SENT, 0, 1);
            world.send(new byte[0], 0, 3);
            world.receive(new byte[0], 0, 3);
            assertArrayEquals(SENT, memory);
        });
    }

    @Test
    void aSendWithAReceiveIntoBooleans() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            boolean[] memory = new boolean[4];
            world.nonblocking().sendReceive(SENT, 0, 1, memory, 0, 1).free();
            world.send(new byte[0], 0, 3);
            world.receive(new byte[0], 0, 3);
            assertArrayEquals(SENT, memory);
        });
    }

    @Test
    void aBroadcastOfBooleans() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            boolean[] memory = world.rank() == 0 ? SENT.clone() : new boolean[4];
            world.nonblocking().broadcast(memory, 0).free();
            while (!Arrays.equals(SENT, memory)) { // a freed request goes on with the endpoint's progress
                world.nonblocking().probe(0, 9, null);
            }
            world.barrier();
        });
    }

    @Test
    void aReceiveIntoConfinedMemoryWhereThreadsShareTheEndpoint() {
        Options options = Options.fromEnvironment().with(ThreadLevel.OPTION, "multiple", "the test");
        Job.run(1, options, endpoint -> {
            Communicator world = endpoint.world();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(8);
                world.nonblocking().receive(memory, 0, 1).free();
                world.send(new long[] {7}, 0, 1);
                world.send(new byte[0], 0, 3);
                world.receive(new byte[0], 0, 3);
                assertEquals(7, memory.get(ValueLayout.JAVA_LONG, 0));
            }
        });
    }
}
