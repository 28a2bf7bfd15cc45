package org.sennit.internal.endpoints.device.peer;

/**
 * Where an endpoint lives. Immutable.
 *
 * @param process the number of its process in the job
 * @param incarnation which start of that process
 * @param endpoint its id in that process
 */
public record EndpointAddress(int process, int incarnation, int endpoint) {}
