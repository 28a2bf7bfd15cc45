/** Reads what was compiled, and checks that arrows point down and that the rules of the house hold. */
package org.sennit.conformance.layering;
