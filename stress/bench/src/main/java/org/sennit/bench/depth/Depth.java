package org.sennit.bench.depth;

import org.sennit.Communicator;
import org.sennit.MatchedMessage;
import org.sennit.message.Request;

/**
 * What a {@link DepthCase} works with. One thread.
 *
 * @param world of one endpoint
 * @param n how deep the queue is
 * @param memory of every message
 * @param requests room for n
 * @param message for matched probes
 * @param endless never complete: a test of it drains the inbox and asks for no message
 */
record Depth(Communicator world, int n, long[] memory, Request[] requests, MatchedMessage message, Request endless) {
    /** Tags from here on are never sent. */
    static final int NEVER = 1 << 24;

    private static final int DRAIN_EVERY = 64;
    private static final int PASSED_BEHIND = 100;

    static Depth of(Communicator world, int n, Request endless) {
        return new Depth(world, n, new long[1], new Request[n], MatchedMessage.empty(), endless);
    }

    /** Returns the number of messages that a round is counted as. */
    int messages(DepthCase which) {
        boolean isBehind = which == DepthCase.BEHIND_POSTED || which == DepthCase.BEHIND_UNEXPECTED;
        return isBehind ? PASSED_BEHIND : n;
    }

    /** Sends N messages to this endpoint with tags from 0, which it drains as they come. */
    void sendAll() {
        for (int tag = 0; tag < n; tag++) {
            world.send(memory, 0, tag);
            if (tag % DRAIN_EVERY == 0 || tag == n - 1) {
                endless.test();
            }
        }
    }

    /** Sends some messages to this endpoint, one after the other, with a tag of their own. */
    void pass() {
        for (int i = 0; i < PASSED_BEHIND; i++) {
            Request request = world.nonblocking().receive(memory, 0, NEVER - 1);
            world.send(memory, 0, NEVER - 1);
            request.await(null);
        }
    }
}
