/** Accesses by calls: what stands in a call, and its execution in the process of the target. */
package org.sennit.internal.endpoints.rma.call;
