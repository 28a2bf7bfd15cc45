/** A benchmark with its peers and its job. */
package org.sennit.bench.run;
