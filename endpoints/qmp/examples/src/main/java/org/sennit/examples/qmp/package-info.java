/** Programs on QMP that ship with Sennit. */
package org.sennit.examples.qmp;
