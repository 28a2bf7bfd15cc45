/** The contract of network modules as tests that every module inherits. */
package org.sennit.contract.netmod;
