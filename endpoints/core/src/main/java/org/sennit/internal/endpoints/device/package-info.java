/**
 * Dispatch: whether a message stays in the process or leaves it, and by which protocol. (The device of MPICH's ADI-3)
 */
package org.sennit.internal.endpoints.device;
