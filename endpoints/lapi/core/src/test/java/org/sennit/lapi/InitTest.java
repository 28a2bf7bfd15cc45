package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.testkit.Core;

@Core
class InitTest {
    @Test
    void initOfNothingIsRefusedWithItsCode() {
        LapiException noEndpoint = assertThrows(LapiException.class, () -> Lapi.init((Endpoint) null));
        LapiException noMembers = assertThrows(LapiException.class, () -> Lapi.init((Communicator) null));
        assertEquals(LapiStatus.HNDL_INVALID, noEndpoint.status());
        assertEquals(LapiStatus.HNDL_INVALID, noMembers.status());
    }
}
