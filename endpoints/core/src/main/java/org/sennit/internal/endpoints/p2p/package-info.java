/**
 * Point-to-point calls: their arguments, modes, probes, persistent and partitioned forms. (MPI 4.1, chapters 3 and 4)
 */
package org.sennit.internal.endpoints.p2p;
