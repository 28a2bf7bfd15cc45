/**
 * The bootstrap interface: what an engine that starts processes, such as the built-in launcher or a process manager,
 * offers to the job above it.
 *
 * <p>Engines are found with {@link java.util.ServiceLoader} by {@link org.sennit.spi.bootstrap.BootstrapProvider}.
 */
package org.sennit.spi.bootstrap;
