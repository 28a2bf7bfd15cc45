/** Accesses to windows, beside the bare accesses to memory. */
package org.sennit.bench.onesided;
