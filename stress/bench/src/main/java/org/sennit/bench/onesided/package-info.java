/** How long accesses and active messages take while their target waits, and while it computes. */
package org.sennit.bench.onesided;
