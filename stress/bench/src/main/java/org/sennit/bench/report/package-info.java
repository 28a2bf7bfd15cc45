/** Rows, tables in the format of the OSU micro-benchmarks, JSON. */
package org.sennit.bench.report;
