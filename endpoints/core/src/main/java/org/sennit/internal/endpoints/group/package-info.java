/** Groups, and where the ranks of a communicator live. (MPI 4.1, chapter 7) */
package org.sennit.internal.endpoints.group;
