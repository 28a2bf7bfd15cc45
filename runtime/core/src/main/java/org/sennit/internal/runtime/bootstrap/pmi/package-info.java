/**
 * Jobs that Hydra ({@code mpiexec}), or another process manager that speaks PMI-1 such as Slurm's plugin pmi2, has
 * started.
 */
package org.sennit.internal.runtime.bootstrap.pmi;
