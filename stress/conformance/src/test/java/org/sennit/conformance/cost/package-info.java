/** What a running job costs: bytes allocated by messages, processor time of endpoints that only wait. */
package org.sennit.conformance.cost;
