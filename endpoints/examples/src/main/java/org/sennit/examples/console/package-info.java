/** What the examples show on a terminal while they work. */
package org.sennit.examples.console;
