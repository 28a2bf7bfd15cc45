/** The inside of a JVM that executes a user's program: finding its main method, its output lines, its watch. */
package org.sennit.internal.launch.process;
