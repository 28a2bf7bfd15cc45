/** Messages that are larger than an array can be. */
package org.sennit.conformance.huge;
