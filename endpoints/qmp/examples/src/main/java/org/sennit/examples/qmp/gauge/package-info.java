/** The program {@code su3}: pure gauge theory by pseudo heat bath and over-relaxation. */
package org.sennit.examples.qmp.gauge;
