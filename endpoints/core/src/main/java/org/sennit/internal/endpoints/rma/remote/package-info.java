/** Accesses by calls at the origin: batches, requests, flow control, locks. */
package org.sennit.internal.endpoints.rma.remote;
