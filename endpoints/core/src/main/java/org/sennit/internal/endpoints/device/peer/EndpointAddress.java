package org.sennit.internal.endpoints.device.peer;

/**
 * The address of an endpoint: its process and its number there. Immutable.
 *
 * @param process the number of its process in the job
 * @param incarnation which start of that process
 * @param endpoint its id in that process
 */
public record EndpointAddress(int process, int incarnation, int endpoint) {}
