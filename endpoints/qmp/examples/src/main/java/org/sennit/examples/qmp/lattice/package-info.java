/**
 * The share of a periodic lattice of four dimensions that an endpoint holds, its halo, and sums that do not depend on
 * the shares.
 */
package org.sennit.examples.qmp.lattice;
