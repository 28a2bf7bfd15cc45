/** More messages than their receiver takes: memory stays within a budget, senders are held, nothing is lost. */
package org.sennit.conformance.flood;
