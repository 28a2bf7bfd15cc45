/**
 * One-sided communication: windows, their epochs and locks, and accesses to the memory of others. (MPI 4.1, chapter 12)
 */
package org.sennit.internal.endpoints.rma;
