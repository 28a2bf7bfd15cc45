/** What a facade above the active messages needs of them, and programs do not. */
package org.sennit.spi.active;
