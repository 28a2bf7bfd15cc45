/** Several threads on one endpoint: at level multiple all is well, and at level serialized checked mode finds it. */
package org.sennit.conformance.threads;
