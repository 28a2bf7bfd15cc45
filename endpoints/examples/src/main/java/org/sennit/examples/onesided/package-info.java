/** Programs that update the memory of others. */
package org.sennit.examples.onesided;
