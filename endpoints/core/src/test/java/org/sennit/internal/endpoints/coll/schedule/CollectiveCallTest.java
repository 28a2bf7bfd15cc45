package org.sennit.internal.endpoints.coll.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sennit.internal.shm.team.Team;

class CollectiveCallTest {
    /** Roots and lengths whose polynomial by 31 is the same are among them: root 1 of 0 bytes, root 0 of 961. */
    @Test
    void otherCallsHaveOtherTokens() {
        Map<Integer, String> tokens = new HashMap<>();
        for (CollectiveKind kind : new CollectiveKind[] {CollectiveKind.BROADCAST, CollectiveKind.REDUCE}) {
            for (int root = 0; root < 8; root++) {
                for (int bytes = 0; bytes < 64; bytes++) {
                    tell(tokens, kind, root, bytes);
                    tell(tokens, kind, root, (bytes + 1) * 961);
                }
            }
        }
    }

    private static void tell(Map<Integer, String> tokens, CollectiveKind kind, int root, int bytes) {
        CollectiveCall call = new CollectiveCall().set(kind, bytes);
        call.root = root;
        String name = kind + " root=" + root + " bytes=" + bytes;
        int token = call.token();
        assertTrue(token > 0 && token < Team.TOKENS, name);
        assertEquals(name, tokens.computeIfAbsent(token, any -> name));
    }
}
