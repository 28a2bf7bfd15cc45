package org.sennit;

import org.sennit.internal.endpoints.device.peer.ProtocolCounters;
import org.sennit.internal.shm.match.MatchCounters;

/**
 * What an endpoint has done so far: a snapshot, exact when the thread that drives the endpoint has asked.
 *
 * @param matching both queues: their depths, searches, matches, and the memory that unexpected messages occupy
 * @param protocols messages and bytes by protocol
 */
public record EndpointStatistics(MatchCounters matching, ProtocolCounters protocols) {}
