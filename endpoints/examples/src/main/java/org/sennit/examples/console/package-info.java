/** The command lines of the examples, and their output on a terminal while they work. */
package org.sennit.examples.console;
