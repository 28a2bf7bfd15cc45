package org.sennit.internal.net.connection;

import java.io.IOException;
import org.sennit.internal.net.flow.PeerSpeech;
import org.sennit.internal.net.flow.SilenceClock;

/**
 * The silence of one connection's peer: a socket that is silent is replaced, a peer that is silent on all of them
 * is dead. With the loop held.
 */
final class PeerSilence {
    private final Connection connection;
    private final LaneLinks lane;
    private final SilenceClock silence = new SilenceClock(); // of the socket, a handshake included
    private final PeerSpeech speech; // since the last word behind a handshake
    private boolean isJudged; // when the next rounds are over

    PeerSilence(Connection connection, LaneLinks lane) {
        this.connection = connection;
        this.lane = lane;
        this.speech = new PeerSpeech(lane.settings().silenceNs());
    }

    /** Counts silence from now: a session begins, or this process was paused and could not receive. */
    void restart() {
        silence.restart();
        speech.restart();
    }

    /** Called when the session has another socket; the handshake of its first one counts as a word of the peer. */
    void beginSocket(Link socket, boolean isEstablished) {
        if (!isEstablished) {
            speech.restart();
        }
        socket.takeHeard(); // of the handshake
        speech.socketMade();
        silence.restart();
    }

    /**
     * Called once in every period of the liveness thread while there is a session.
     *
     * @param elapsedNs since the last time; negative when this process was paused in between
     */
    void tick(long elapsedNs) {
        if (elapsedNs < 0) {
            restart();
        } else if (!isHeard(elapsedNs)) {
            judge();
        }
    }

    /**
     * Counts silence, of the socket and of the peer.
     *
     * @param elapsedNs since the last count
     * @return whether the silence is still short
     */
    private boolean isHeard(long elapsedNs) {
        Link link = connection.link();
        Link present = link != null ? link : connection.dialer().link();
        boolean isSocketHeard = present != null && present.takeHeard();
        if (isSocketHeard) {
            silence.restart();
        }
        if (isSocketHeard && (link != null || !connection.session().isEstablished)) {
            speech.restart();
        }
        long limitNs = lane.settings().silenceNs();
        boolean isSocketFine = silence.add(isSocketHeard ? 0 : elapsedNs) < limitNs / 3 || link == null;
        return speech.isShort(elapsedNs) && isSocketFine;
    }

    /**
     * Judges a silence behind two more rounds of the loop, by all that has come until then: where processors are few
     * the thread that is to read may have waited for one as long as the peer seems to have been silent.
     */
    private void judge() {
        if (isJudged) {
            return;
        }
        isJudged = true;
        Session judged = connection.session();
        Link judgedLink = connection.link();
        lane.loop()
                .runInNextRound(() -> lane.loop().runInNextRound(() -> {
                    isJudged = false;
                    if (connection.session() == judged && connection.link() == judgedLink && !isHeard(0)) {
                        end();
                    }
                }));
    }

    private void end() {
        Link link = connection.link();
        if (!speech.isShort(0)) {
            String sockets = speech.muteSockets() > 1
                    ? " behind " + speech.muteSockets()
                            + " connections that were made: the path may drop large frames (sennit doctor)"
                    : "";
            connection.lose(connection.death(
                    "it has been silent for " + speech.silentNs() / 1_000_000 + " ms" + sockets,
                    connection.dialer().lastFailure()));
        } else if (link != null) {
            // Another socket may get through.
            link.fail(new IOException("silent for " + silence.add(0) / 1_000_000 + " ms"));
        }
    }
}
