/**
 * Real faults: processes that are killed or stopped, programs that throw, in the middle of what others do with them.
 */
package org.sennit.conformance.faults;
