package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

@Core
@Deadline(seconds = 60)
class InitTest {
    @Test
    void initOfNothingIsRefusedWithItsCode() {
        LapiException noEndpoint = assertThrows(LapiException.class, () -> Lapi.init((Endpoint) null));
        LapiException noMembers = assertThrows(LapiException.class, () -> Lapi.init((Communicator) null));
        assertEquals(LapiStatus.HNDL_INVALID, noEndpoint.status());
        assertEquals(LapiStatus.HNDL_INVALID, noMembers.status());
    }

    @Test
    void initOfACommunicatorOfTwoSidesIsRefused() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Communicator side = world.split(world.rank(), 0);
                    Communicator inter = side.createIntercommunicator(0, world, 1 - world.rank(), 1)) {
                LapiException refused = assertThrows(LapiException.class, () -> Lapi.init(inter));
                assertEquals(LapiStatus.HNDL_INVALID, refused.status());
            }
        });
    }
}
