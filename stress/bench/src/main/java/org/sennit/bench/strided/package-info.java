/** Messages whose elements do not lie side by side, beside a loop written by hand. */
package org.sennit.bench.strided;
