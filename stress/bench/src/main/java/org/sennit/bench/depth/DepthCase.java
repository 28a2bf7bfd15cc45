package org.sennit.bench.depth;

import java.util.function.Consumer;
import org.sennit.Communicator;
import org.sennit.MatchedMessage;
import org.sennit.message.Request;

/**
 * One way to use queues that are n deep: how an endpoint that sends to itself spends n messages on it, or so. One
 * thread.
 */
enum DepthCase {
    /** N receives with their own tags, messages in reverse. */
    POSTED("posted", d -> posted(d, 0)),
    /** The same from any source. */
    POSTED_ANY_SOURCE("any src", d -> posted(d, Communicator.ANY_SOURCE)),
    /** N receives of any tag, matched in the order of posting. */
    POSTED_ANY_TAG("any tag", d -> postedAnyTag(d, 0)),
    /** N receives of anything, matched in the order of posting. */
    POSTED_ANY("any both", d -> postedAnyTag(d, Communicator.ANY_SOURCE)),
    /** N messages without receives, received in reverse. */
    UNEXPECTED("unexp.", d -> unexpected(d, 0)),
    /** The same from any source. */
    UNEXPECTED_ANY_SOURCE("any src", d -> unexpected(d, Communicator.ANY_SOURCE)),
    /** N messages without receives, received by any tag. */
    UNEXPECTED_ANY_TAG("any tag", d -> unexpectedAnyTag(d, 0)),
    /** N messages without receives, received by anything. */
    UNEXPECTED_ANY("any both", d -> unexpectedAnyTag(d, Communicator.ANY_SOURCE)),
    /** N messages without receives, each probed and received in reverse. */
    PROBE("probe", DepthCase::probed),
    /** N messages without receives, each taken by a matched probe in reverse. */
    MATCHED_PROBE("mprobe", DepthCase::probedMatched),
    /** N receives, cancelled in reverse. */
    CANCEL("cancel", d -> {
        post(d, 0);
        cancel(d);
    }),
    /** Messages behind n posted receives that never match. */
    BEHIND_POSTED("behind p.", Depth::pass) {
        @Override
        void prepare(Depth d) {
            post(d, Depth.NEVER);
        }

        @Override
        void end(Depth d) {
            cancel(d);
        }
    },
    /** Messages behind n unexpected ones that are never received. */
    BEHIND_UNEXPECTED("behind u.", Depth::pass) {
        @Override
        void prepare(Depth d) {
            d.sendAll();
        }

        @Override
        void end(Depth d) {
            for (int tag = 0; tag < d.n(); tag++) {
                d.world().receive(d.memory(), 0, tag);
            }
        }
    };

    private final String word;
    private final Consumer<Depth> round;

    DepthCase(String word, Consumer<Depth> round) {
        this.word = word;
        this.round = round;
    }

    /** Returns the head of its column. */
    String word() {
        return word;
    }

    void prepare(Depth d) {}

    /** Passes {@link Depth#messages} messages. */
    final void round(Depth d) {
        round.accept(d);
    }

    void end(Depth d) {}

    private static void post(Depth d, int firstTag) {
        for (int i = 0; i < d.n(); i++) {
            d.requests()[i] = d.world().nonblocking().receive(d.memory(), 0, firstTag + i);
        }
    }

    private static void cancel(Depth d) {
        for (int i = d.n() - 1; i >= 0; i--) {
            d.requests()[i].cancel();
            d.requests()[i].await(null);
        }
    }

    private static void probed(Depth d) {
        d.sendAll();
        for (int tag = d.n() - 1; tag >= 0; tag--) {
            d.world().nonblocking().probe(0, tag, null);
            d.world().receive(d.memory(), 0, tag);
        }
    }

    private static void probedMatched(Depth d) {
        d.sendAll();
        MatchedMessage message = d.message();
        for (int tag = d.n() - 1; tag >= 0; tag--) {
            d.world().nonblocking().probeMatched(0, tag, message);
            message.receive(d.memory());
        }
    }

    private static void posted(Depth d, int source) {
        Request[] requests = d.requests();
        for (int tag = 0; tag < d.n(); tag++) {
            requests[tag] = d.world().nonblocking().receive(d.memory(), source, tag);
        }
        for (int tag = d.n() - 1; tag >= 0; tag--) {
            d.world().send(d.memory(), 0, tag);
            requests[tag].await(null);
        }
    }

    private static void postedAnyTag(Depth d, int source) {
        Request[] requests = d.requests();
        for (int i = 0; i < d.n(); i++) {
            requests[i] = d.world().nonblocking().receive(d.memory(), source, Communicator.ANY_TAG);
        }
        for (int i = 0; i < d.n(); i++) {
            d.world().send(d.memory(), 0, i);
            requests[i].await(null);
        }
    }

    private static void unexpected(Depth d, int source) {
        d.sendAll();
        for (int tag = d.n() - 1; tag >= 0; tag--) {
            d.world().receive(d.memory(), source, tag);
        }
    }

    private static void unexpectedAnyTag(Depth d, int source) {
        d.sendAll();
        for (int i = 0; i < d.n(); i++) {
            d.world().receive(d.memory(), source, Communicator.ANY_TAG);
        }
    }
}
