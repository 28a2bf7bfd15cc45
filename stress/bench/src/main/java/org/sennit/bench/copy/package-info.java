/** Ways of copying a message with one core and with two: those that were chosen, and those that were not. */
package org.sennit.bench.copy;
