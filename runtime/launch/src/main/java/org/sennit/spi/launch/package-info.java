/** What other modules bring to the command line: examples and commands, found with {@link java.util.ServiceLoader}. */
package org.sennit.spi.launch;
