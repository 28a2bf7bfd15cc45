/**
 * A network module that stands on any other and, from a seed, delays, fragments, stalls, reorders, cuts and kills. For
 * tests: the device above must bring everything that was not cut to its place, exactly.
 */
package org.sennit.chaos.faulty;
