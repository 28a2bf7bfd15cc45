/** Jobs over two hosts, which are network name spaces of this one. */
package org.sennit.conformance.twohosts;
