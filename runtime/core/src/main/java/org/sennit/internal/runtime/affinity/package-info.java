/** The binding of endpoints to processors: the allowed ones, the topology of the machine, and the plan. */
package org.sennit.internal.runtime.affinity;
