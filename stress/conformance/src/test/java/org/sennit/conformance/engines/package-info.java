/** Jobs under the engines that people already run: the real ones, where the machine has them. */
package org.sennit.conformance.engines;
