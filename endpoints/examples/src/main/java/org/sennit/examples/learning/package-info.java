/** Short programs to learn from: {@code Hello}, {@code Ring}, {@code Workers}. */
package org.sennit.examples.learning;
