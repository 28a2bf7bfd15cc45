/** What a match costs with many posted receives or unexpected messages. */
package org.sennit.bench.depth;
