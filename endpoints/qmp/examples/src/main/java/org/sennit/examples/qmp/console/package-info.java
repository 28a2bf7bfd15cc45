/** Command lines of the programs. */
package org.sennit.examples.qmp.console;
