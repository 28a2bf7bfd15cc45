/**
 * A network of processes that live in one JVM: packets go through queues, in fragments or out of order as a test wants
 * it, and large messages in each mode of the Nemesis document. For tests of the device above network modules.
 */
package org.sennit.contract.local;
