/** What pools cost, and the experiments of the HMPI thesis repeated on Sennit. */
package org.sennit.bench.ownership;
