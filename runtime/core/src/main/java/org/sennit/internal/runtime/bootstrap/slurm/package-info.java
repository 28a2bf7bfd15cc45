/** Steps that Slurm's {@code srun} has started without PMI, from its environment variables alone. */
package org.sennit.internal.runtime.bootstrap.slurm;
