package org.sennit.conformance.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.testkit.Core;

@Core
class PublicNamesTest {
    private final PublicNames names = new PublicNames();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "send",
                "remoteSize",
                "IN_PLACE",
                "Request.await()",
                "Request.awaitAll",
                "Status",
                "GeneralizedRequest.Operation",
                "thread.level",
                "sennit info",
                "System.nanoTime"
            })
    void knowsWhatExists(String name) {
        assertEquals(true, names.isKnown(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Send", "sendAll", "Request.waitAll", "Nothing.send", "thread.levels", "raised", "context"})
    void doesNotKnowWhatIsNotThereOrNotPublic(String name) {
        assertEquals(false, names.isKnown(name));
    }
}
