/** The memory of a window: the parts of its members, and the memory of accesses at both sides. */
package org.sennit.internal.endpoints.rma.memory;
