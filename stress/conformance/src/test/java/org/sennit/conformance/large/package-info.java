/** Large messages between processes of one host, from and into every kind of memory. */
package org.sennit.conformance.large;
