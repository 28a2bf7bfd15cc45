/** A program on LAPI. */
package org.sennit.examples.lapi;
