/** Jobs whose processes meet by each kind of socket, on one host and on several. */
package org.sennit.conformance.hosts;
