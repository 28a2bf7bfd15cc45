/** Lattice field theory on QMP's channels: {@code su3} and {@code dslash}. */
package org.sennit.examples.qmp;
