/** The communication of the programs: the lattice on QMP's nodes, the exchange of halos, sums. */
package org.sennit.examples.qmp.halo;
