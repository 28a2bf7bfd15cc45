/** What the programs do with their command line. */
package org.sennit.examples.ownership.console;
