/**
 * The check at compile time that what has been given away is used no more.
 *
 * <p>It reads {@code Consumes} and {@code Borrowed} by their names, so that it needs
 * nothing of Sennit on javac's processor path. {@link org.sennit.opi.check.UseAfterGive} runs it inside Error Prone,
 * {@link org.sennit.opi.check.UseAfterGivePlugin} in javac alone; both walk the same way ({@code StatementFlow}). The
 * walk is Sennit's own and not Error Prone's data flow framework: it needs the public tree API of the JDK alone, so it
 * knows every statement of the javac that runs it, and aliases and views need facts of their own either way.
 *
 * <p>Threads: one walk belongs to one compilation and its thread.
 */
package org.sennit.opi.check;
