package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sennit.internal.endpoints.comm.ContextIds;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class NoContextIdsTest {
    @Test
    void allMembersFailWhenNoContextIdIsLeft() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                useUp(((CommunicatorHandle) world).context().own().process().contextIds());
            }
            world.barrier();
            fails(() -> world.nonblocking().duplicate().await());
            fails(world::duplicate);
            fails(() -> world.split(0, 0));
            world.barrier();
        });
    }

    private static void useUp(ContextIds ids) {
        for (int communicators = 1 << 28; communicators > 0; communicators /= 2) {
            while (ids.propose(true, communicators) != ContextIds.NONE) {}
        }
    }

    private static void fails(Executable construction) {
        assertEquals(
                ErrorClass.OTHER,
                assertThrows(SennitException.class, construction).errorClass());
    }
}
