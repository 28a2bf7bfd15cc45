/** Collectives against a serial model: all of them, any root, size, type, memory and placement, each way to call. */
package org.sennit.conformance.collectives;
