/** The programs on ownership that ship with Sennit, as the launcher finds them. */
package org.sennit.examples.ownership;
