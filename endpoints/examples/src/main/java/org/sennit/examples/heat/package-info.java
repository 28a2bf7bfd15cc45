/** Heat in a picture by Jacobi's method: {@code Heat} is the program; pictures in, a colored picture out. */
package org.sennit.examples.heat;
