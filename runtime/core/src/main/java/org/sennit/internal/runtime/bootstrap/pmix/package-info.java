/**
 * Jobs that a runtime with PMIx has started, such as Open MPI's {@code mpirun}: by libpmix, through the
 * foreign-function API.
 */
package org.sennit.internal.runtime.bootstrap.pmix;
