/** Short programs to learn QMP from. */
package org.sennit.examples.qmp.learning;
