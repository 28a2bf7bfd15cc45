package org.sennit.internal.endpoints.observe;

import java.util.HashMap;
import java.util.Map;

/**
 * Numbers the messages between two endpoints by context and tag. Messages do not overtake each other, so both sides
 * give a message the same number without sending it. One thread at a time.
 */
final class MessageNumbers {
    private final Map<Flow, long[]> counts = new HashMap<>();

    private record Flow(int context, int peer, int tag) {}

    /** Returns the number of flows that have had messages. */
    int flows() {
        return counts.size();
    }

    /** Returns the name of the next message from one world rank to another. */
    String next(int context, int from, int to, int peer, int tag) {
        long[] count = counts.computeIfAbsent(new Flow(context, peer, tag), flow -> new long[1]);
        return context + ":" + from + ">" + to + ":" + tag + ":" + count[0]++;
    }
}
