/**
 * Ownership passing: a buffer of a pool is given to a peer, who takes it; within a JVM nothing is copied, at any size.
 *
 * <p>{@link org.sennit.ownership.OwnershipPool#of} is an endpoint's pool, {@link
 * org.sennit.ownership.OwnershipPool#alloc} gets a buffer from it, {@link org.sennit.ownership.OwnershipPool#over}
 * hands buffers over on a communicator. (Friedley et al., Ownership Passing, 2013)
 */
package org.sennit.ownership;
