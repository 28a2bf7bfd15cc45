/** The command {@code sennit bench}. */
package org.sennit.bench.command;
