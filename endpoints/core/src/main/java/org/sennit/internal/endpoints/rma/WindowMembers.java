package org.sennit.internal.endpoints.rma;

import org.sennit.internal.endpoints.rma.lock.PartLocks;
import org.sennit.internal.endpoints.rma.memory.WindowPart;

/**
 * How one member of a window reaches all of them.
 *
 * @param parts by rank; not to be changed
 * @param locks those of the parts
 * @param called null: all members' memory is reached directly
 */
record WindowMembers(WindowPart[] parts, PartLocks locks, CalledWindow called) {}
