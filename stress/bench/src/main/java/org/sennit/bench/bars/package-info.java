/** Performance bars as data, grouped by what they measure, and their measurement. */
package org.sennit.bench.bars;
