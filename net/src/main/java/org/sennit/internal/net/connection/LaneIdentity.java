package org.sennit.internal.net.connection;

import org.sennit.internal.net.wire.HandshakeProof;
import org.sennit.internal.net.wire.LaneNumber;

/**
 * The identity of this process towards its peers, as one of its lanes.
 *
 * @param process the number of this process
 * @param lane which of its lanes
 * @param jobProcesses the number of processes that the job started with; higher numbers join later
 * @param proof makes proofs with the job's secret
 */
public record LaneIdentity(
        String jobId, int process, int lane, int jobProcesses, int incarnation, HandshakeProof proof) {
    /** Returns the name of this lane in handshakes. */
    int number() {
        return LaneNumber.of(process, lane);
    }
}
