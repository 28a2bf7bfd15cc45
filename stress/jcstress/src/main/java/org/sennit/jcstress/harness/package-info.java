/** Runs jcstress within a share of time, on the real classes and on classes with one memory access weakened. */
package org.sennit.jcstress.harness;
