/**
 * An endpoint of this process as origin and target of active messages: {@link
 * org.sennit.internal.endpoints.am.endpoint.EndpointWork} has the gate of its header handlers, and what is not
 * complete; {@link org.sennit.internal.endpoints.am.endpoint.EndpointScope} its handlers and counters in one
 * communicator. Both deliver a message alike, whether it comes from an endpoint of this process ({@link
 * org.sennit.internal.endpoints.am.endpoint.LocalDelivery}) or from another process.
 */
package org.sennit.internal.endpoints.am.endpoint;
