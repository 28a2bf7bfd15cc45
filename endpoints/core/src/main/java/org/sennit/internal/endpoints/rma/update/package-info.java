/** Atomic updates of elements and pairs in memory that this process reaches. */
package org.sennit.internal.endpoints.rma.update;
