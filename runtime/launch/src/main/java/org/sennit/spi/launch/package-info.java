/**
 * Extensions of the command line by other modules: examples and commands, found with {@link java.util.ServiceLoader}.
 */
package org.sennit.spi.launch;
