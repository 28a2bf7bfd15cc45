package org.sennit.net.connection;

import org.sennit.net.wire.HandshakeProof;

/**
 * Who this process is to its peers.
 *
 * @param jobId the job
 * @param process the number of this process
 * @param jobProcesses how many processes the job started with; higher numbers join later
 * @param incarnation its incarnation
 * @param proof makes proofs with the job's secret
 */
public record LocalProcess(String jobId, int process, int jobProcesses, int incarnation, HandshakeProof proof) {}
