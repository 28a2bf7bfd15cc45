/**
 * Molecular dynamics in the manner of MiniMD, with send and receive and with ownership: {@code Md} is the program, the
 * rest from the box and its atoms up to the result.
 */
package org.sennit.examples.ownership.md;
