/** Every bar that was set, as data, and how all of them are measured. */
package org.sennit.bench.bars;
