/** Unrolled algebra of SU(3) and its SU(2) subgroups on flat arrays, and random numbers by counter. */
package org.sennit.examples.qmp.algebra;
