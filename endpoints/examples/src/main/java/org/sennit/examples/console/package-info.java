/** The output of the examples on a terminal while they work. */
package org.sennit.examples.console;
