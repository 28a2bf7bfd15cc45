/** What pools cost, and the experiments of Friedley 2013 repeated on Sennit. */
package org.sennit.bench.ownership;
