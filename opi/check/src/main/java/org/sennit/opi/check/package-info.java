/**
 * The checks at compile time that a buffer is not used after a give, that what is passed as memory can be memory, and
 * that programs name no inner type of Sennit.
 *
 * <p>They read {@code Consumes}, {@code Borrowed} and {@code Memory} by their names, so that they need
 * nothing of Sennit on javac's processor path. {@link org.sennit.opi.check.UseAfterGive} runs it inside Error Prone,
 * {@link org.sennit.opi.check.UseAfterGivePlugin} in javac alone; both walk the same way ({@code StatementFlow}). The
 * walk is Sennit's own and not Error Prone's data flow framework: it needs the public tree API of the JDK alone, so it
 * knows every statement of the javac that runs it, and aliases and views need facts of their own either way.
 *
 * <p>Threads: one walk belongs to one compilation and its thread.
 */
package org.sennit.opi.check;
