/** The command {@code sennit}: running programs, listing examples, telling what was chosen and why. */
package org.sennit.internal.launch;
