/** The command lines of the programs. */
package org.sennit.examples.ownership.console;
