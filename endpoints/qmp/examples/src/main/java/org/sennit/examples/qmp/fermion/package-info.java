/** The program {@code dslash}: the Wilson–Dirac operator and its inversion by conjugate gradients. */
package org.sennit.examples.qmp.fermion;
