/** Random programs of sends and receives, checked against an oracle that knows MPI's rules of matching. */
package org.sennit.conformance.random;
