/** Speeds, samples and their summaries: what every figure is made of. */
package org.sennit.bench.measure;
