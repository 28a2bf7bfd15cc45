/**
 * The common tools of all modules' tests: deadlines that show what hangs, random numbers whose seed is printed, bytes
 * allocated by a thread, child JVMs. It stands on the JDK and JUnit alone, so that the lowest module can use it too.
 */
package org.sennit.testkit;
